import type { Term } from '../../logic/terms/builder.ts';
import type { Solver, SolverFactory } from '../../logic/terms/solver.ts';
import type { Substitution } from '../../logic/terms/substitute.ts';
import { afterStep, atBlock, initially } from '../../system/transys/control.ts';
import type { AuditResult, Lemma } from '../../system/transys/lemma.ts';
import { LIMITS } from '../../system/transys/lemma-limits.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { freshPrefix } from '../../system/transys/unroll.ts';
import { AuditTime } from './audit-time.ts';
import { type ReachedState, violatedBy } from './reached.ts';

/** The ids of the lemmas in a core. */
type Core = ReadonlySet<number>;

/**
 * The steps of one block: a solver for the transitions from there, and substitutions for the states
 * before and after.
 */
interface Steps {
  readonly solver: Solver;
  readonly here: Substitution;
  readonly after: Substitution;
  /** Ids of the lemmas that the solver has, guarded by their literals. */
  readonly asserted: Set<number>;
}

interface Known {
  readonly lemma: Lemma;
  /** The assumption that stands for the lemma. */
  readonly literal: Term;
}

/**
 * Checks lemmas before they are delivered to other engines. Each is evaluated on states that runs
 * reached. One query for each block then determines whether invariants are inductive together with
 * those accepted before (Houdini, for those of one author that come together). A lemma that is not yet
 * inductive is retried with its author's later lemmas. Lemmas whose query is not decided in time are
 * tried once more with the author's next ones.
 *
 * The audit shares no state with engines. Its results are not proofs: certificates are checked in any
 * case.
 */
export class LemmaAudit {
  readonly #system: TransitionSystem;
  readonly #solvers: SolverFactory;
  readonly #reached: readonly ReachedState[];
  readonly #prefix: string;
  readonly #accepted = new Map<number, Known>();
  /** Ids of lemmas, by the literals that stand for them. */
  readonly #ids = new Map<Term, number>();
  /** Lemmas that are not inductive so far, by author. */
  readonly #waiting = new Map<string, Lemma[]>();
  /** Authors of false lemmas. */
  readonly #refuted = new Set<string>();
  readonly #steps = new Map<number, Steps>();
  #states: { readonly solver: Solver; readonly asserted: Set<number> } | null = null;
  #initially: { readonly solver: Solver; readonly here: Substitution } | null = null;
  readonly #time: AuditTime;

  /** `reached`: states of runs of the system. The solvers stop when `time` is over. */
  constructor(
    system: TransitionSystem,
    solvers: SolverFactory,
    reached: readonly ReachedState[],
    time = new AuditTime(),
  ) {
    this.#time = time;
    this.#system = system;
    this.#solvers = solvers;
    this.#reached = reached;
    this.#prefix = freshPrefix(system, 'audit');
  }

  /** Audits lemmas. The results, by id, may include lemmas that have been waiting. */
  examine(lemmas: readonly Lemma[]): ReadonlyMap<number, AuditResult> {
    this.#time.beginBatch();
    const results = new Map<number, AuditResult>();
    for (const group of byAuthor(lemmas)) this.#examineGroup(group, results);
    return results;
  }

  dispose(): void {
    for (const { solver } of this.#steps.values()) solver.dispose();
    this.#states?.solver.dispose();
    this.#initially?.solver.dispose();
    this.#steps.clear();
  }

  #examineGroup(group: readonly Lemma[], results: Map<number, AuditResult>): void {
    const author = group[0].from;
    const open: Lemma[] = [];
    for (const lemma of group) {
      const result = this.#first(lemma);
      if (result !== null) results.set(lemma.id, result);
      else open.push(lemma);
    }
    if (group.some(({ id }) => results.get(id)?.kind === 'false')) this.#refuted.add(author);
    // Lemmas of such an author are not delivered, so that nothing rests on them.
    if (open.length === 0 || this.#refuted.has(author)) return;
    const waiting = this.#waiting.get(author) ?? [];
    const candidates = [...waiting, ...open].map((lemma) => this.#candidate(lemma));
    const inductive = this.#inductive(candidates);
    if (inductive === null) {
      for (const { id } of waiting) results.set(id, { kind: 'undecided' });
      for (const { id } of open) results.set(id, { kind: 'waiting' });
      this.#wait(author, open);
      return;
    }
    for (const known of candidates) {
      const core = inductive.get(known.lemma.id);
      if (core === undefined) {
        results.set(known.lemma.id, { kind: 'waiting' });
        continue;
      }
      this.#accepted.set(known.lemma.id, known);
      results.set(known.lemma.id, { kind: 'confirmed', restsOn: [...core].filter((id) => id !== known.lemma.id) });
    }
    this.#wait(
      author,
      candidates.flatMap(({ lemma }) => (inductive.has(lemma.id) ? [] : [lemma])),
    );
  }

  #wait(author: string, lemmas: readonly Lemma[]): void {
    this.#waiting.set(author, lemmas.slice(-LIMITS.audit.waiting));
  }

  /** The result for a lemma by itself; null: it is left to the check of its group. */
  #first(lemma: Lemma): AuditResult | null {
    const reached = violatedBy(this.#system, lemma.formula, this.#reached);
    if (reached !== null) return { kind: 'false', why: `a state that runs reach after ${reached} steps violates it` };
    if (this.#initialViolation(lemma) === 'sat') return { kind: 'false', why: 'an initial state violates it' };
    return this.#implied(lemma);
  }

  #initialViolation(lemma: Lemma): 'sat' | 'unknown' | Core {
    const { terms, initConstraint } = this.#system;
    if (this.#initially === null) {
      const solver = this.#solvers.create();
      solver.assert(initConstraint);
      const here = initially(this.#system);
      this.#initially = { solver, here };
    }
    const { solver, here } = this.#initially;
    return this.#check(solver, [terms.not(here.apply(lemma.formula))]);
  }

  /** The result `implied` if the accepted lemmas imply this one, else null. */
  #implied(lemma: Lemma): AuditResult | null {
    const { terms, facts } = this.#system;
    if (this.#states === null) {
      const solver = this.#solvers.create();
      for (const fact of facts) solver.assert(fact);
      this.#states = { solver, asserted: new Set() };
    }
    const { solver, asserted } = this.#states;
    const assumed: Term[] = [];
    for (const [id, known] of this.#accepted) {
      if (!asserted.has(id)) solver.assert(terms.or(terms.not(known.literal), known.lemma.formula));
      asserted.add(id);
      assumed.push(known.literal);
    }
    const answer = this.#check(solver, [...assumed, terms.not(lemma.formula)]);
    return typeof answer === 'string' ? null : { kind: 'implied', by: [...answer] };
  }

  #candidate(lemma: Lemma): Known {
    const literal = this.#system.terms.variable(`lemma${this.#prefix}${lemma.id}`, { kind: 'bool' });
    this.#ids.set(literal, lemma.id);
    return { lemma, literal };
  }

  /**
   * The greatest subset of the candidates that is inductive together with the accepted lemmas, with the
   * core of each. Null if the solver does not decide it in time.
   */
  #inductive(candidates: readonly Known[]): ReadonlyMap<number, Core> | null {
    const { blocks } = this.#system;
    if (candidates.some(({ lemma }) => typeof this.#initialViolation(lemma) === 'string')) return null;
    let left = candidates;
    for (;;) {
      const cores = new Map<number, Set<number>>(left.map(({ lemma }) => [lemma.id, new Set<number>()]));
      const broken = new Set<number>();
      for (const { id } of blocks) {
        const found = this.#brokenBy(id, left, cores);
        if (found === null) return null;
        for (const one of found) broken.add(one);
      }
      if (broken.size === 0) return cores;
      left = left.filter(({ lemma }) => !broken.has(lemma.id));
    }
  }

  /**
   * The candidates that one step of the block breaks, by the solver's model. If there is none, the core
   * is added to `cores`. Null: undecided.
   */
  #brokenBy(
    block: number,
    candidates: readonly Known[],
    cores: ReadonlyMap<number, Set<number>>,
  ): readonly number[] | null {
    const { terms } = this.#system;
    const steps = this.#stepsOf(block);
    const { solver, here, after } = steps;
    const goals = candidates
      .map(({ lemma }) => ({ id: lemma.id, broken: terms.not(after.apply(lemma.formula)) }))
      .filter(({ broken }) => broken !== terms.false);
    if (goals.length === 0) return [];
    const assumed: Term[] = [];
    for (const { lemma, literal } of [...this.#accepted.values(), ...candidates]) {
      const said = here.apply(lemma.formula);
      if (said === terms.true) continue;
      if (!steps.asserted.has(lemma.id)) solver.assert(terms.or(terms.not(literal), said));
      steps.asserted.add(lemma.id);
      assumed.push(literal);
    }
    const answer = this.#check(solver, [...assumed, terms.orAll(goals.map(({ broken }) => broken))]);
    if (answer === 'unknown') return null;
    if (answer === 'sat') return goals.filter(({ broken }) => solver.value(broken) === true).map(({ id }) => id);
    for (const { id } of goals) for (const other of answer) cores.get(id)?.add(other);
    return [];
  }

  #stepsOf(block: number): Steps {
    const known = this.#steps.get(block);
    if (known !== undefined) return known;
    const { blocks, facts } = this.#system;
    const here = atBlock(this.#system, block);
    const after = afterStep(this.#system, blocks[block]);
    const solver = this.#solvers.create();
    solver.assert(here.apply(blocks[block].feasible));
    for (const fact of facts) solver.assert(here.apply(fact));
    const steps = { solver, here, after, asserted: new Set<number>() };
    this.#steps.set(block, steps);
    return steps;
  }

  /**
   * Checks the goals together; after `unsat`, returns the ids of the lemmas whose literals are in the
   * core.
   */
  #check(solver: Solver, goals: readonly Term[]): 'sat' | 'unknown' | Core {
    const { terms } = this.#system;
    if (goals.includes(terms.false)) return new Set();
    if (!this.#time.beginQuery()) return 'unknown';
    const answer = solver.check(goals.filter((t) => t !== terms.true));
    return answer === 'unsat' ? new Set(solver.core().flatMap((t) => this.#ids.get(t) ?? [])) : answer;
  }
}

/** Groups of adjacent lemmas with the same author. */
function byAuthor(lemmas: readonly Lemma[]): readonly (readonly Lemma[])[] {
  const groups: Lemma[][] = [];
  for (const lemma of lemmas) {
    const last = groups.at(-1);
    if (last !== undefined && last[0].from === lemma.from) last.push(lemma);
    else groups.push([lemma]);
  }
  return groups;
}
