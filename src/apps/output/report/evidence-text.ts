import { counted } from '../../../base/counted.ts';
import type { Checker, DischargedCondition, Evidence } from '../../../certify/proof/evidence.ts';
import type { CompiledOpinion } from '../../../race/verdict.ts';

// The words of `--verbose` and of the page about the account of a verdict.

/** The account of a verdict in the JSON result: who checked it, and how. Times are in ms. */
export type EvidenceObject =
  | {
      readonly kind: 'proof';
      /** Number of all obligations, and the time in which they were shown. */
      readonly obligations: number;
      readonly milliseconds: number;
      readonly shown: Evidence;
    }
  | {
      readonly kind: 'replay';
      /** The interpreter of programs, or the evaluation of a model's system. */
      readonly by: 'interpreter' | 'model';
      readonly steps: number;
      readonly inputs: number;
      readonly milliseconds: number;
      /** Whether the compiled program was run as well, and judged. */
      readonly native: boolean;
      /** The opinion of the compiled program on the run; absent: it was not asked. */
      readonly compiled?: CompiledOpinion;
      /** Present if a certified set of states, which no step leaves, shows that the run has no end. */
      readonly closedSet?: true;
    };

const CHECKER_TEXT: Readonly<Record<Checker, string>> = {
  rewriting: 'rewriting of terms',
  runs: 'runs of the system, followed one by one',
  path: 'the only path of the program, followed',
  plain: 'clauses, proof replayed',
  algebra: 'algebra of polynomials',
  bounds: 'ranges',
  cases: 'splitting of cases',
  z3: 'Z3, without a proof',
  other: 'another solver',
};

/** A short sentence about each condition. */
export const CONDITION_TEXT: Readonly<Record<DischargedCondition, string>> = {
  initiation: 'initial states are in the invariant',
  consecution: 'the steps of a block stay in it',
  base: 'the first runs meet no error',
  safety: 'no error is met from there',
  exhaustion: 'all runs end, without an error',
  decrease: 'the steps of a block lower the measure',
};

/** Returns the names of checkers, in a list for people. */
export function checkersText(by: readonly Checker[]): string {
  return by.map((checker) => CHECKER_TEXT[checker]).join(' and ');
}

/** Returns what a replay was, as a sentence. */
export function replayText(evidence: EvidenceObject & { readonly kind: 'replay' }): string {
  const { by, steps, inputs, milliseconds, compiled, closedSet } = evidence;
  const who = by === 'interpreter' ? 'the interpreter replayed the run' : 'the run was evaluated on the model';
  const size = `${counted(steps, 'step')}, ${counted(inputs, 'input')}, ${Math.round(milliseconds)} ms`;
  const set = closedSet ? '; a checked set of states shows that it has no end' : '';
  if (by === 'model') return `${who} (${size})${set}`;
  return `${who} (${size})${set}; ${compiled === undefined ? 'no compiled program was run' : compiledText(compiled)}`;
}

/** Returns what the compiled program says of a run, as a clause. */
export function compiledText({ outcome, detail: whole }: CompiledOpinion): string {
  const detail = whole.replace(/^the compiled program /, 'it ');
  switch (outcome) {
    case 'confirmed':
      return `the compiled program agrees: ${detail}`;
    case 'refuted':
      return `the compiled program disagrees: ${detail}`;
    case 'open':
      return `no compiled program tells more: ${detail}`;
  }
}
