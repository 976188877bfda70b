import type { Term } from '../../../logic/terms/builder.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Claim, EngineContext } from '../engine.ts';
import type { InductiveFacts } from './facts.ts';

/** Least share of the undecided checks that an engine claims before its end: each claim costs a certification. */
const LEAST_PART = 0.25;

export interface ClaimLimits {
  /** Conditions by block, as in `LearnLimits`. */
  readonly cases?: readonly (readonly Term[])[];
  /** Limit in ms of the search for the checks that the facts decide. */
  readonly milliseconds: number;
  /** Whether the engine will learn no further facts: it then claims any check that it proved. */
  readonly atEnd: boolean;
}

/** The checks of a system that are decided one by one; []: they are not told apart. */
export function checksOf(system: TransitionSystem): readonly string[] {
  return [...new Set(system.blocks.flatMap(({ bads }) => bads.map(({ name }) => name)))];
}

/**
 * Claims what the facts of an engine prove: the whole property, or single checks while the engine goes
 * on with the others.
 */
export class CheckClaims {
  readonly #checks: readonly string[];
  readonly #claimed = new Set<string>();

  constructor(
    private readonly context: EngineContext,
    private readonly inductive: InductiveFacts,
  ) {
    this.#checks = checksOf(context.system);
  }

  /** Returns the claim with which the engine ends; null: it goes on. */
  attempt({ cases = [], milliseconds, atEnd }: ClaimLimits): Claim | null {
    const { context, inductive } = this;
    // Some have no error in the system: a proof needs no fact about them.
    const all = [...new Set([...this.#checks, ...context.openChecks()])];
    if (all.length < 2)
      return inductive.excludesBad(cases) ? { kind: 'safe', certificate: inductive.certificateBut(new Set()) } : null;
    const left = all.filter((name) => !this.#claimed.has(name) && context.isOpen(name));
    if (left.length === 0) return null;
    const undecided = inductive.openChecks(cases, milliseconds, new Set(left));
    if (undecided === null || undecided.size === left.length) return null;
    const proved = left.filter((name) => !undecided.has(name));
    if (!atEnd && undecided.size > 0 && proved.length < LEAST_PART * left.length) return null;
    for (const name of proved) this.#claimed.add(name);
    // Claims that are not certified yet are made again, since they may be refused.
    const claimed = new Set([...this.#claimed].filter((name) => context.isOpen(name)));
    const open = all.filter((name) => !claimed.has(name));
    const certificate = inductive.certificateBut(new Set(open));
    if (open.length === 0) return { kind: 'safe', certificate };
    const claim = { kind: 'partial', certificate, open } as const;
    if (atEnd || undecided.size === 0) return claim;
    context.prove(claim);
    return null;
  }
}
