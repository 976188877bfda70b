import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { freeVariables, postorder } from '../../../logic/terms/traverse.ts';
import type { Certificate } from '../../../system/transys/certificate.ts';
import type { EngineContext } from '../engine.ts';
import { Exclusion } from './exclusion.ts';
import { type FactStep, OpenSteps, type Queries } from './queries.ts';
import { type BlockStep, type BoundTerms, InductiveSteps, NOTHING_BOUND } from './steps.ts';
import { supportOf } from './support.ts';

/**
 * Limits in ms for a certificate: of a query about the facts that it needs, and of all those. One that is not decided
 * costs far more later: the checker gets all facts of the block.
 */
const SUPPORT_MILLISECONDS = 4_000;
const ALL_SUPPORT_MILLISECONDS = 12_000;
/** Limits in ms of a query whether other facts imply one, and the least of all those. */
const INDEPENDENCE_MILLISECONDS = 50;
const LEAST_INDEPENDENCE_MILLISECONDS = 500;
/** The part of the time spent so far that asking for independence may take. */
const INDEPENDENCE_SHARE = 0.1;

export interface LearnLimits {
  /** Limit of one call in ms; facts that are not confirmed by then are dropped. */
  readonly milliseconds?: number;
  /** Limit of one query in ms, where it is below that of all queries. */
  readonly query?: number;
  /** Keep only inductive facts that the known facts and smaller ones do not imply. */
  readonly independent?: boolean;
  /**
   * Conditions over the state variables, by block. They are tried one by one where a query about all
   * states of the block takes too long.
   */
  readonly cases?: readonly (readonly Term[])[];
}

/**
 * Facts over the state variables that are inductive together. Each set of candidates is reduced to its
 * greatest subset that holds initially and that steps preserve, relative to the known facts (Houdini:
 * Flanagan, Leino, FME 2001). Candidates that the solver cannot decide are dropped.
 *
 * Steps are checked block by block. Candidates that a model refutes are dropped at once. A block is
 * checked again only when it lost a fact that its last answer rested on.
 */
export class InductiveFacts {
  readonly #context: EngineContext;
  readonly #milliseconds: number;
  readonly #bound: BoundTerms;
  /** The time of {@link workClock} at which the engine began. */
  readonly #started = workClock();
  readonly #steps: InductiveSteps;
  readonly #known = new Set<Term>();
  readonly #byBlock = new FactsByBlock();
  /** Conditions of blocks that the facts exclude: facts only grow, so that these stay excluded. */
  readonly #excluded = new Map<number, Set<Term>>();

  /** `milliseconds`: limit of one query; 0: none. `bound`: variables that facts may quantify over. */
  constructor(context: EngineContext, milliseconds: number, bound: BoundTerms = NOTHING_BOUND) {
    this.#context = context;
    this.#milliseconds = milliseconds;
    this.#bound = bound;
    this.#steps = new InductiveSteps(context.system, bound);
    this.accept(context.system.facts);
  }

  /** All known facts. */
  get facts(): ReadonlySet<Term> {
    return this.#known;
  }

  /** The conjunction of all known facts. */
  get invariant(): Term {
    return this.#context.system.terms.andAll([...this.#known]);
  }

  /**
   * True if a known fact holds for all values of bound variables, or is about recorded variables. Other
   * engines cannot use such a fact, nor facts that rest on it.
   */
  get isUniversal(): boolean {
    return [...this.#known].some((fact) => this.#steps.isUniversal(fact));
  }

  /** True if the fact is about all values of bound variables, or about recorded ones. */
  isAboutAll(fact: Term): boolean {
    return this.#steps.isUniversal(fact);
  }

  /** The certificate that the known facts exclude bad. Valid once {@link excludesBad} returned true. */
  get certificate(): Certificate {
    return this.#certificateOf(this.#known);
  }

  /**
   * The certificate that facts exclude gaps and all checks but the open ones, with few facts. Valid once
   * {@link openChecks} returned no others.
   */
  certificateBut(open: ReadonlySet<string>): Certificate {
    const { terms } = this.#context.system;
    const excluded = ({ bad, gap, checks }: BlockStep): Term => {
      const proved = [...checks].flatMap(([name, failing]) => (open.has(name) ? [] : [failing]));
      return checks.size === 0 ? bad : terms.orAll([gap, ...proved]);
    };
    const spent = workClock() - this.#started;
    const limits = {
      limit: INDEPENDENCE_MILLISECONDS,
      deadline: workClock() + Math.max(LEAST_INDEPENDENCE_MILLISECONDS, spent * INDEPENDENCE_SHARE),
      stopped: () => this.#context.stopped(),
    };
    const independent = this.#byBlockOf(this.#independent([], [...this.#known], limits));
    const support = supportOf(this.#context, {
      steps: this.#steps,
      facts: (block) => independent.at(block),
      excluded,
      milliseconds: SUPPORT_MILLISECONDS,
      deadline: workClock() + ALL_SUPPORT_MILLISECONDS,
    });
    return this.#certificateOf(support ?? this.#known);
  }

  #certificateOf(facts: ReadonlySet<Term>): Certificate {
    const { terms } = this.#context.system;
    const invariant = terms.andAll([...facts]);
    if (this.isUniversal) {
      const { bound, instances, recorded = [] } = this.#bound;
      const named = new Set(freeVariables(terms, [invariant]));
      const kept = recorded.filter(({ variable }) => named.has(variable));
      return { kind: 'universal', invariant, bound, instances, ...(kept.length === 0 ? {} : { recorded: kept }) };
    }
    return { kind: 'inductive', invariant, k: 0, instances: [] };
  }

  /** Adds facts that other engines found inductive, relative to known facts or to those added before. */
  accept(facts: readonly Term[]): void {
    for (const fact of facts) {
      if (this.#known.has(fact)) continue;
      this.#known.add(fact);
      this.#byBlock.add(this.#steps.blockOf(fact), fact);
    }
  }

  /**
   * The known facts about the states from which a block makes its steps, over state variables and
   * inputs, without the program counter.
   */
  before(block: number): Term[] {
    const step = this.#steps.of(block);
    return this.#byBlock.at(block).map((fact) => step.before(fact));
  }

  /**
   * Adds the facts that hold initially and that every step preserves, given each other and the known
   * facts; returns them.
   */
  learn(facts: readonly Term[], limits: LearnLimits = {}): readonly Term[] {
    const { milliseconds, query = this.#milliseconds, independent = false, cases = [] } = limits;
    const deadline = workClock() + (milliseconds ?? Number.POSITIVE_INFINITY);
    const { terms } = this.#context.system;
    const fresh = [...new Set(facts)].filter((t) => !this.#known.has(t) && t !== terms.true);
    const queries: Queries = {
      limit: query,
      deadline,
      stopped: () => this.#context.stopped(),
      cases: (block) => cases[block] ?? [],
    };
    const initially = this.#initially(fresh, queries);
    const inductive = initially === null ? null : this.#inductive(initially, queries);
    if (inductive === null) return [];
    const learnt = independent ? this.#independent([...this.#known], inductive, queries) : inductive;
    this.accept(learnt);
    return learnt;
  }

  /**
   * True if the solver shows that no state that satisfies the facts meets bad or a gap. `cases`: as in
   * {@link LearnLimits}.
   */
  excludesBad(cases: readonly (readonly Term[])[] = []): boolean {
    const { blocks } = this.#context.system;
    return blocks.every(({ id }) => this.#asking(id, cases, (excludes) => excludes(this.#steps.of(id).bad)));
  }

  /**
   * The checks of `asked` (names of `Block.bads`) that a state may fail which satisfies the facts. Null if
   * such a state may meet a gap or an error without a name. `cases`: as in {@link LearnLimits};
   * `milliseconds`: limit of the whole search.
   */
  openChecks(
    cases: readonly (readonly Term[])[],
    milliseconds: number,
    asked: ReadonlySet<string>,
  ): ReadonlySet<string> | null {
    const deadline = workClock() + milliseconds;
    const isOver = (): boolean => this.#context.stopped() || workClock() > deadline;
    const open = new Set<string>();
    for (const { id } of this.#context.system.blocks) {
      const { bad, gap, checks } = this.#steps.of(id);
      const isProvable = this.#asking(id, cases, (excludes, meets) => {
        if (excludes(bad)) return true;
        const failed = [...checks].filter(([name, failing]) => asked.has(name) && meets(failing));
        for (const [name] of failed) open.add(name);
        if (checks.size === 0 || isOver() || !excludes(gap)) return false;
        for (const [name, failing] of checks) {
          if (!asked.has(name) || open.has(name) || (!isOver() && excludes(failing))) continue;
          open.add(name);
          for (const [other, too] of checks) if (asked.has(other) && meets(too)) open.add(other);
        }
        return true;
      });
      if (!isProvable) return null;
    }
    return open;
  }

  /**
   * Asks about conditions at the states of a block. `excludes`: whether no state that satisfies the facts
   * has inputs with which a condition holds; `meets`: see {@link Exclusion.meets}.
   */
  #asking<T>(
    id: number,
    cases: readonly (readonly Term[])[],
    ask: (excludes: (condition: Term) => boolean, meets: (condition: Term) => boolean) => T,
  ): T {
    const known = this.#excluded.get(id) ?? new Set<Term>();
    this.#excluded.set(id, known);
    const own = (cases[id] ?? []).map((t) => this.#steps.of(id).before(t));
    const exclusion = new Exclusion(this.#context, this.before(id), own, this.#milliseconds);
    const excludes = (condition: Term): boolean => {
      if (!known.has(condition) && exclusion.excludes(condition)) known.add(condition);
      return known.has(condition);
    };
    try {
      return ask(excludes, (condition) => exclusion.meets(condition));
    } finally {
      exclusion.dispose();
    }
  }

  /** The facts that hold initially. Null if stopped or out of time. */
  #initially(facts: readonly Term[], queries: Queries): readonly Term[] | null {
    const { terms, initConstraint } = this.#context.system;
    const start = {
      assertions: [initConstraint],
      cases: [],
      before: () => terms.true,
      after: (fact: Term) => this.#steps.initially(fact),
    };
    const open = new OpenSteps(this.#context, queries);
    try {
      const settled = open.settle(-1, start, facts, []);
      return settled === null ? null : facts.filter((t) => !settled.broken.has(t));
    } finally {
      open.dispose();
    }
  }

  /** The greatest subset that steps preserve. Null if stopped or out of time. */
  #inductive(facts: readonly Term[], queries: Queries): readonly Term[] | null {
    const { terms, blocks } = this.#context.system;
    const live = this.#byBlockOf(facts);
    const rests = new Map<number, ReadonlySet<Term>>();
    const waiting = new Set(blocks.map(({ id }) => id));
    const open = new OpenSteps(this.#context, queries);
    try {
      for (const id of waiting) {
        waiting.delete(id);
        const step = this.#steps.of(id);
        if (step.feasible === terms.false) continue;
        const targets = live.atAny(step.successors).filter((t) => step.after(t) !== terms.true);
        if (targets.length === 0) continue;
        const settled = open.settle(id, this.#premises(step, queries), targets, live.at(id));
        if (settled === null) return null;
        rests.set(id, settled.core);
        for (const fact of settled.broken) live.remove(this.#steps.blockOf(fact), fact);
        for (const [other, core] of rests) {
          if (other !== id && [...settled.broken].some((fact) => core.has(fact))) waiting.add(other);
        }
      }
    } finally {
      open.dispose();
    }
    return facts.filter((fact) => live.has(this.#steps.blockOf(fact), fact));
  }

  #premises(step: BlockStep, queries: Queries): FactStep {
    const cases = queries.cases(step.id).map((t) => step.before(t));
    return { assertions: [...this.before(step.id), step.feasible], cases, before: step.before, after: step.after };
  }

  /**
   * The facts that the known ones and smaller ones do not imply, and all that are left when the time is over. It
   * asks about the facts of a block by themselves: such queries are short.
   */
  #independent(known: readonly Term[], facts: readonly Term[], limits: Omit<Queries, 'cases'>): readonly Term[] {
    const given = this.#byBlockOf(known);
    const open = this.#byBlockOf(facts);
    const general = this.#unimplied(known, open.atAny([]), limits);
    const single = this.#context.system.blocks.flatMap(({ id }) => {
      const own = open.only(id);
      if (own.length === 0) return [];
      const { before } = this.#steps.of(id);
      const said = new Map(own.map((fact) => [before(fact), fact]));
      const left = this.#unimplied([...given.at(id), ...general].map(before), [...said.keys()], limits);
      return left.flatMap((t) => said.get(t) ?? []);
    });
    return [...general, ...single];
  }

  /** The terms that the known ones and smaller ones do not imply, small ones first. */
  #unimplied(
    known: readonly Term[],
    of: readonly Term[],
    { deadline, limit, stopped }: Omit<Queries, 'cases'>,
  ): Term[] {
    if (of.length === 0) return [];
    const { terms } = this.#context.system;
    // Negations do not count in the size, so that x = 7 comes before x >= 7 and x <= 7 where it was given
    // first.
    const sizeOf = (t: Term): number => postorder(terms, [t]).filter((u) => terms.op(u) !== Op.NOT).length;
    const sizes = new Map(of.map((t) => [t, sizeOf(t)]));
    const bySize = [...of].sort((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0));
    const solver = this.#context.solvers.create({ seed: this.#context.seed });
    try {
      for (const t of known) solver.assert(t);
      return bySize.filter((t) => {
        const left = Math.min(deadline - workClock(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
        const query = Number.isFinite(left) ? { milliseconds: Math.ceil(left) } : {};
        if (left > 0 && !stopped() && solver.check([terms.not(t)], query) === 'unsat') return false;
        solver.assert(t);
        return true;
      });
    } finally {
      solver.dispose();
    }
  }

  #byBlockOf(facts: readonly Term[]): FactsByBlock {
    const byBlock = new FactsByBlock();
    for (const fact of facts) byBlock.add(this.#steps.blockOf(fact), fact);
    return byBlock;
  }
}

/** Facts by the block that they constrain; facts about all blocks are under null. */
class FactsByBlock {
  readonly #facts = new Map<number | null, Set<Term>>();

  add(block: number | null, fact: Term): void {
    const before = this.#facts.get(block);
    if (before === undefined) this.#facts.set(block, new Set([fact]));
    else before.add(fact);
  }

  remove(block: number | null, fact: Term): void {
    this.#facts.get(block)?.delete(fact);
  }

  has(block: number | null, fact: Term): boolean {
    return this.#facts.get(block)?.has(fact) ?? false;
  }

  /** The facts about one block and no other. */
  only(block: number): Term[] {
    return [...(this.#facts.get(block) ?? [])];
  }

  /** The facts about one block, and those about all. */
  at(block: number): Term[] {
    return this.atAny([block]);
  }

  /** The facts about any of the blocks, and those about all. */
  atAny(blocks: readonly number[]): Term[] {
    return [null, ...new Set(blocks)].flatMap((block) => [...(this.#facts.get(block) ?? [])]);
  }
}
