import { Ajv } from 'ajv';
import { listOf, record } from '../../base/json-schema.ts';
import { OWN_SCHEMA } from './stored-text.ts';
import { STORE_VERSION } from './stored-verdict.ts';

/** The stored knowledge about the single checks of one version of a program. */
export interface AnswerList {
  readonly version: typeof STORE_VERSION;
  readonly answers: readonly ListedAnswer[];
  readonly open: readonly OpenAnswer[];
}

/** The name of a stored answer, and the checks that it decides. */
export interface ListedAnswer {
  readonly name: string;
  readonly checks: readonly string[];
  /** The checks that the system of the answer was encoded for; null: it is this version's system. */
  readonly encoded: readonly string[] | null;
}

/** A check that a run left open. */
export interface OpenAnswer {
  readonly check: string;
  /** The hash of what the run tried: engines, seed and hints. */
  readonly tried: string;
  /** The time limit of that run in ms; null: none. */
  readonly milliseconds: number | null;
  /** See `OpenState.safeUpTo`. */
  readonly bound: number | null;
  /** The construct without a meaning that kept it open; null: there was none. */
  readonly construct: string | null;
}

/** Most answers, and most open checks, of one version. */
const MOST_ANSWERS = 256;
const MOST_OPEN = 3000;

const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const name = { type: 'string', maxLength: 10_000 };
const number = { type: ['number', 'null'], minimum: 0 };
const isList = new Ajv(OWN_SCHEMA).compile<AnswerList>(
  record({
    version: { const: STORE_VERSION },
    answers: listOf(record({ name: hash, checks: listOf(name), encoded: { anyOf: [listOf(name), { type: 'null' }] } })),
    open: listOf(
      record({
        check: name,
        tried: hash,
        milliseconds: number,
        bound: number,
        construct: { ...name, type: ['string', 'null'] },
      }),
    ),
  }),
);

/** Reads a list; null for other texts, and for lists of other versions. */
export function readList(text: string | null): AnswerList | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isList(value) ? value : null;
  } catch {
    return null;
  }
}

/** Writes a list. The oldest entries of a long one are left out. */
export function listText({ answers, open }: Omit<AnswerList, 'version'>): string {
  return JSON.stringify({
    version: STORE_VERSION,
    answers: answers.slice(-MOST_ANSWERS),
    open: open.slice(-MOST_OPEN),
  });
}
