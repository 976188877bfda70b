import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Solver } from '../../../logic/terms/solver.ts';
import type { EngineContext } from '../engine.ts';
import type { BlockStep, InductiveSteps } from './steps.ts';

/** Limit in ms of a query about all facts behind a step at once: solvers decide hard ones faster one by one. */
const JOINT_MILLISECONDS = 300;

/** Facts that are inductive together, and what they exclude. */
export interface Proof {
  readonly steps: InductiveSteps;
  /** The facts about a block, and those about all blocks. */
  facts(block: number): readonly Term[];
  /** The condition that the facts exclude at a block. */
  excluded(step: BlockStep): Term;
  /** Limit of one query in ms. */
  readonly milliseconds: number;
  /** The time of {@link workClock} from which on no query is asked. */
  readonly deadline: number;
}

/**
 * A part of the facts that is inductive by itself and excludes the same: a certificate says no more than it
 * needs. Unsatisfiable cores lead to it, backwards from what is excluded. A query that is not decided in
 * time keeps all facts of its block. Null if stopped.
 *
 * Example: `x >= 0`, `y = 2 x` and `z < 9` hold in a loop, and an access needs `x >= 0`. If the step of the
 * loop keeps this by itself, the other two facts go.
 */
export function supportOf(context: EngineContext, proof: Proof): ReadonlySet<Term> | null {
  const blocks = context.system.blocks.map(({ id }) => new BlockSupport(context, proof, proof.steps.of(id)));
  const needed = new Set<Term>();
  const waiting = new Set(blocks);
  try {
    for (const block of waiting) {
      waiting.delete(block);
      if (context.stopped()) return null;
      const fresh = block.support(needed);
      for (const fact of fresh) needed.add(fact);
      for (const other of blocks) if (fresh.some((fact) => other.leadsTo(fact))) waiting.add(other);
    }
  } finally {
    for (const block of blocks) block.dispose();
  }
  return needed;
}

/** The steps of a block: what keeps the needed facts behind them, and what excludes its errors. */
class BlockSupport {
  readonly #here: ReadonlyMap<Term, Term>;
  readonly #behind: ReadonlySet<Term>;
  /** The needed facts that are kept so far. */
  readonly #kept = new Set<Term>();
  #isSafe = false;
  #solver: Solver | null = null;

  constructor(
    private readonly context: EngineContext,
    private readonly proof: Proof,
    private readonly step: BlockStep,
  ) {
    this.#here = new Map(proof.facts(step.id).map((fact) => [step.before(fact), fact]));
    this.#behind = new Set(step.successors.flatMap((to) => proof.facts(to)));
  }

  leadsTo(fact: Term): boolean {
    return this.#behind.has(fact) && !this.#kept.has(fact);
  }

  /** The facts at the block that are needed besides those that are known to be. */
  support(needed: ReadonlySet<Term>): readonly Term[] {
    const { terms } = this.context.system;
    const { step } = this;
    const targets = [...needed].filter((fact) => this.leadsTo(fact));
    for (const fact of targets) this.#kept.add(fact);
    const breaking = (facts: readonly Term[]): Term =>
      terms.and(step.feasible, terms.not(terms.andAll(facts.map((fact) => step.after(fact)))));
    const found = new Set<Term>();
    const ask = (goal: Term, limit: number): boolean => {
      const used = goal === terms.false ? [] : this.#premises(goal, new Set([...needed, ...found]), limit);
      for (const fact of used ?? []) found.add(fact);
      return used !== null;
    };
    const goals =
      targets.length > 1 && ask(breaking(targets), JOINT_MILLISECONDS) ? [] : targets.map((t) => breaking([t]));
    if (!this.#isSafe) goals.push(this.proof.excluded(step));
    this.#isSafe = true;
    const areAllDecided = goals.every((goal) => ask(goal, this.proof.milliseconds));
    return [...(areAllDecided ? found : this.#here.values())].filter((fact) => !needed.has(fact));
  }

  /** The facts here with which the goal does not hold; null: the query is not decided. */
  #premises(goal: Term, needed: ReadonlySet<Term>, limit: number): readonly Term[] | null {
    const { context, proof } = this;
    const milliseconds = Math.min(limit, Math.ceil(proof.deadline - workClock()));
    this.#solver ??= context.solvers.create({ seed: context.seed });
    // Facts that are needed anyway come first, so that a core has few others.
    const all = [...this.#here].filter(([said]) => said !== context.system.terms.true);
    const first = all.filter(([, fact]) => needed.has(fact));
    const rest = all.filter(([, fact]) => !needed.has(fact));
    const assumed = [...first, ...rest].map(([said]) => said);
    if (milliseconds <= 0 || this.#solver.check([goal, ...assumed], { milliseconds }) !== 'unsat') return null;
    return this.#solver.core().flatMap((said) => this.#here.get(said) ?? []);
  }

  dispose(): void {
    this.#solver?.dispose();
  }
}
