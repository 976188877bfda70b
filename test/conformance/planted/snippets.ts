import { readdirSync, readFileSync } from 'node:fs';
import { CHECK_KINDS, type CheckKind } from '../../../src/program/cfa/checks/kinds.ts';
import { header } from '../../program-header.ts';

/** The folder of programs of single items of C11's Annexes J.1 and J.2. */
export const FOLDER = 'test/undefined';

/**
 * How an item is treated: a kind of check finds it; it is a gap of proofs; its value is any value; it means
 * what GCC's code does; the program is refused.
 */
const TREATMENTS = [...CHECK_KINDS, 'gap', 'any', 'GCC', 'error'] as const;
export type Treatment = CheckKind | 'gap' | 'any' | 'GCC' | 'error';

/** The treatment of random calls and operations: they are faults where sanitisers say so. */
export const SANITISED = 'sanitised';

export const QUESTIONS = ['verify', 'check'] as const;
export type Question = (typeof QUESTIONS)[number];

/** A function `int planted(int bad)` that leaves what C defines if its argument is not zero. */
export interface Snippet {
  readonly name: string;
  /** Numbers of items of J.2; none for an item of J.1. */
  readonly items: readonly number[];
  readonly treatment: Treatment | typeof SANITISED;
  /** Whether tools differ about the case: `verify` gives it the meaning of GCC's code. */
  readonly isContested: boolean;
  /** The questions whose answers are still wrong or missing, and why. */
  readonly known: { readonly questions: readonly Question[]; readonly why: string } | null;
  /** What GCC's code returns for an argument that is not zero; 0 where it does not return. */
  readonly value: number;
  readonly text: string;
}

/** The file of a snippet, or one that its line marks name. */
export function snippetFile({ name }: Pick<Snippet, 'name'>): string {
  return `${FOLDER}/${name}.c`;
}

/** All snippets, by name. Programs that are refused have no function `planted`. */
export function snippets(): readonly Snippet[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.c'))
    .sort()
    .map((file) => {
      const text = readFileSync(`${FOLDER}/${file}`, 'latin1');
      const facts = header(text);
      const treatment = TREATMENTS.find((one) => one === facts.get('treatment'));
      if (treatment === undefined) throw new Error(`${file} has no treatment`);
      const items = (facts.get('items') ?? '').split(', ').filter((item) => item !== '');
      return {
        name: file.slice(0, -2),
        items: items.map(Number),
        treatment,
        isContested: facts.get('contested') !== undefined,
        known: knownFlaw(facts.get('known')),
        value: Number(facts.get('value') ?? 0),
        text,
      };
    });
}

/** Reads `verify: why`, or `verify, check: why`. */
function knownFlaw(text: string | undefined): Snippet['known'] {
  if (text === undefined) return null;
  const [names, why] = text.split(': ');
  return { questions: QUESTIONS.filter((question) => names.split(', ').includes(question)), why };
}
