import type { Term } from '../../../logic/terms/builder.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Claim } from '../engine.ts';
import type { InductiveFacts } from './facts.ts';

/** Least share of the checks that an engine claims before its end: the race begins again on the others. */
const LEAST_PART = 0.25;

export interface ClaimLimits {
  /** Conditions by block, as in `LearnLimits`. */
  readonly cases?: readonly (readonly Term[])[];
  /** Limit in ms of the search for the checks that the facts decide. */
  readonly milliseconds: number;
  /** Whether the engine will learn no further facts: it then claims any check that it proved. */
  readonly atEnd: boolean;
}

/** The number of checks of a system that are decided one by one; 0: they are not told apart. */
export function checksOf(system: TransitionSystem): number {
  return new Set(system.blocks.flatMap(({ bads }) => bads.map(({ name }) => name))).size;
}

/**
 * The claim that facts are proof enough: of the whole property, or of enough of `checks` that are
 * decided one by one. Null: there is none.
 */
export function claimOf(
  inductive: InductiveFacts,
  checks: number,
  { cases = [], milliseconds, atEnd }: ClaimLimits,
): Claim | null {
  const { certificate } = inductive;
  if (checks < 2) return inductive.excludesBad(cases) ? { kind: 'safe', certificate } : null;
  const open = inductive.openChecks(cases, milliseconds);
  if (open === null) return null;
  if (open.size === 0) return { kind: 'safe', certificate };
  const most = atEnd ? checks - 1 : checks * (1 - LEAST_PART);
  return open.size <= most ? { kind: 'partial', certificate, open: [...open], ended: atEnd } : null;
}
