import { Ajv } from 'ajv';
import { listOf, record } from '../../base/json-schema.ts';
import type { InputQueue } from '../../program/cfa/inputs.ts';
import { nodeSchema } from '../options/node-schema.ts';
import { ENGINE_NAMES, QUICK_ENGINES } from '../schedule/engine-names.ts';
import { MOST_NODES, STORE_VERSION, type StoredVerdict } from './stored-verdict.ts';

const count = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const term = { type: 'integer', minimum: 0, maximum: MOST_NODES };
const pairOf = (first: object, second: object): object => ({
  type: 'array',
  items: [first, second],
  minItems: 2,
  maxItems: 2,
  additionalItems: false,
});
/** A bigint, as {@link storedText} writes it. */
const big = record({ $: { type: 'string', pattern: '^\\d+$', maxLength: 20_000 } });
const instances = (value: object): object => listOf(record({ block: count, values: listOf(pairOf(count, value)) }));
const certificate = {
  oneOf: [
    record(
      { kind: { const: 'runs' }, bound: count },
      {
        inputs: listOf(
          record({ input: count, ranges: listOf(record({ low: big, high: big, each: { type: 'boolean' } })) }),
        ),
      },
    ),
    record({
      kind: { const: 'inductive' },
      invariant: term,
      k: { type: 'integer', minimum: 0, maximum: 10_000 },
      instances: instances(big),
    }),
    record({ kind: { const: 'ranking' }, invariant: term, measures: listOf(listOf(term)) }),
    record(
      { kind: { const: 'universal' }, invariant: term, bound: listOf(term), instances: instances(term) },
      { recorded: listOf(record({ variable: term, init: term, next: listOf(term) })) },
    ),
  ],
};
/** All kinds of inputs: an answer can be read whichever inputs its run takes. */
const KINDS: Readonly<Record<InputQueue['kind'], true>> = {
  nondet: true,
  'unknown-function': true,
  uninitialised: true,
  allocation: true,
  'external-change': true,
  'external-content': true,
  'external-call': true,
  'external-argument': true,
  'external-pointer': true,
  'external-offset': true,
};
const name = { type: 'string', maxLength: 10_000 };
const input = record({
  kind: { enum: Object.keys(KINDS) },
  site: name,
  path: listOf({ type: 'integer' }),
  values: listOf({ anyOf: [big, name, record({ default: big, entries: listOf(pairOf(big, big)) })] }),
});
/**
 * The name of an engine, followed by a number if it took part several times; or an engine of the quick
 * stage.
 */
const AUTHORS: readonly string[] = [...ENGINE_NAMES, ...QUICK_ENGINES];
const engine = { type: 'string', pattern: `^(${AUTHORS.join('|')})(\\.\\d{1,9})?$` };
const common = { version: { const: STORE_VERSION }, engine };
/** Leaves out the schema of schemas: compiling it takes longer than all else that an answer from the cache needs. */
export const OWN_SCHEMA = { allowUnionTypes: true, strictTuples: false, meta: false, validateSchema: false };
const isStored = new Ajv(OWN_SCHEMA).compile({
  oneOf: [
    record({ ...common, answer: { const: 'safe' }, certificate, nodes: nodeSchema(MOST_NODES) }),
    record({ ...common, answer: { const: 'unsafe' }, inputs: listOf(input) }),
  ],
});

/** Reads the output of {@link storedText}; null for other texts, and for answers of other versions. */
export function readStored(text: string): StoredVerdict | null {
  try {
    const value: unknown = JSON.parse(text);
    return isStored(value) ? (revived(value) as StoredVerdict) : null;
  } catch {
    return null;
  }
}

/** Writes an answer as JSON. */
export function storedText(kept: StoredVerdict): string {
  return JSON.stringify(kept, (_, value: unknown) => (typeof value === 'bigint' ? { $: value.toString() } : value));
}

function revived(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => {
    if (typeof part !== 'object' || part === null) return part;
    return '$' in part ? BigInt(String(part.$)) : part;
  });
}
