import { type DecideOptions, type Decision, decide } from '../fuzz/decide.ts';
import type { Cell } from './cells.ts';
import type { Variant } from './variants.ts';

/**
 * Results of a program. `refused`: the verifier's own check refuted a claim of the verifier, so no
 * wrong verdict appeared.
 */
export const RESULTS = ['right', 'wrong', 'unknown', 'refused', 'crash'] as const;
type Result = (typeof RESULTS)[number];

/** Result of one program. */
export interface Outcome {
  readonly cell: string;
  readonly expected: Variant['expected'];
  readonly result: Result;
  /** Reason in one line why the result is not right. */
  readonly why: string;
  readonly milliseconds: number;
}

/** Verifies one program of a cell within this thread. */
export function outcomeOf(cell: Cell, variant: Variant, options: DecideOptions): Outcome {
  const begun = performance.now();
  const outcome = (result: Result, why: string): Outcome => ({
    cell: cell.name,
    expected: variant.expected,
    result,
    why,
    milliseconds: Math.round(performance.now() - begun),
  });
  try {
    const decision = decide(variant.text, options);
    return outcome(resultOf(decision, variant), decision.why.split('\n')[0]);
  } catch (error) {
    return outcome(
      'crash',
      error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' | ') : String(error),
    );
  }
}

function resultOf({ verdict }: Decision, { expected }: Variant): Result {
  switch (verdict) {
    case 'UNKNOWN':
      return 'unknown';
    case 'refused':
      return 'refused';
    case 'TRUE':
    case 'FALSE':
      return verdict === expected ? 'right' : 'wrong';
  }
}
