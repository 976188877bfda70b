import type { Term } from '../terms/builder.ts';
import type { Solver, SolverFactory } from '../terms/solver.ts';
import { Substitution } from '../terms/substitute.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { freshPrefix } from '../transys/unroll.ts';
import { AuditTime } from './audit-time.ts';
import type { Finding, Lemma } from './lemma.ts';
import { LIMITS } from './limits.ts';
import { type ReachedState, violatedBy } from './reached.ts';

/** Lemmas are known by their ids. */
type Core = ReadonlySet<number>;

/** Steps of one block: a solver that knows what can happen there, and terms after a step. */
interface Steps {
  readonly solver: Solver;
  readonly here: Substitution;
  readonly after: Substitution;
  /** Lemmas that the solver knows, behind their literals. */
  readonly told: Set<number>;
}

interface Known {
  readonly lemma: Lemma;
  /** Assumed where the lemma is. */
  readonly literal: Term;
}

/**
 * Checks lemmas before others are told: each is evaluated on states that runs reached, and one query for each block says whether invariants are
 * inductive together with those that were accepted before (Houdini, for those of one author that come together). Whoever is not, waits for others of
 * its author. What is not decided in time is tried once more with the next ones of its author.
 *
 * It shares no state with engines; and nothing of it is a proof: certificates are checked all the same.
 */
export class LemmaAudit {
  readonly #system: TransitionSystem;
  readonly #solvers: SolverFactory;
  readonly #reached: readonly ReachedState[];
  readonly #prefix: string;
  readonly #accepted = new Map<number, Known>();
  /** Of lemmas, by the literals that stand for them. */
  readonly #ids = new Map<Term, number>();
  /** By author: not inductive so far. */
  readonly #waiting = new Map<string, Lemma[]>();
  /** Authors of lemmas that do not hold. */
  readonly #refuted = new Set<string>();
  readonly #steps = new Map<number, Steps>();
  #states: { readonly solver: Solver; readonly told: Set<number> } | null = null;
  #initially: { readonly solver: Solver; readonly here: Substitution } | null = null;
  readonly #time: AuditTime;

  /** `reached`: states of runs of the system. The solvers stop when `time` is over. */
  constructor(system: TransitionSystem, solvers: SolverFactory, reached: readonly ReachedState[], time = new AuditTime()) {
    this.#time = time;
    this.#system = system;
    this.#solvers = solvers;
    this.#reached = reached;
    this.#prefix = freshPrefix(system, 'audit');
  }

  /** What is found of lemmas, by id; of some that have been waiting, too. */
  examine(lemmas: readonly Lemma[]): ReadonlyMap<number, Finding> {
    this.#time.beginBatch();
    const findings = new Map<number, Finding>();
    for (const group of byAuthor(lemmas)) this.#examineGroup(group, findings);
    return findings;
  }

  dispose(): void {
    for (const { solver } of this.#steps.values()) solver.dispose();
    this.#states?.solver.dispose();
    this.#initially?.solver.dispose();
    this.#steps.clear();
  }

  #examineGroup(group: readonly Lemma[], findings: Map<number, Finding>): void {
    const author = group[0].from;
    const open: Lemma[] = [];
    for (const lemma of group) {
      const finding = this.#first(lemma);
      if (finding !== null) findings.set(lemma.id, finding);
      else open.push(lemma);
    }
    if (group.some(({ id }) => findings.get(id)?.kind === 'false')) this.#refuted.add(author);
    // Nobody is told what such an author says: nothing may rest on it.
    if (open.length === 0 || this.#refuted.has(author)) return;
    const waiting = this.#waiting.get(author) ?? [];
    const candidates = [...waiting, ...open].map((lemma) => this.#candidate(lemma));
    const inductive = this.#inductive(candidates);
    if (inductive === null) {
      for (const { id } of waiting) findings.set(id, { kind: 'undecided' });
      for (const { id } of open) findings.set(id, { kind: 'waiting' });
      this.#wait(author, open);
      return;
    }
    for (const known of candidates) {
      const core = inductive.get(known.lemma.id);
      if (core === undefined) {
        findings.set(known.lemma.id, { kind: 'waiting' });
        continue;
      }
      this.#accepted.set(known.lemma.id, known);
      findings.set(known.lemma.id, { kind: 'confirmed', restsOn: [...core].filter((id) => id !== known.lemma.id) });
    }
    this.#wait(
      author,
      candidates.flatMap(({ lemma }) => (inductive.has(lemma.id) ? [] : [lemma])),
    );
  }

  #wait(author: string, lemmas: readonly Lemma[]): void {
    this.#waiting.set(author, lemmas.slice(-LIMITS.audit.waiting));
  }

  /** What can be said of a lemma alone; null: it is left for its group. */
  #first(lemma: Lemma): Finding | null {
    const reached = violatedBy(this.#system, lemma.formula, this.#reached);
    if (reached !== null) return { kind: 'false', why: `it does not hold of a state that is reached after ${reached} steps` };
    if (this.#initialViolation(lemma) === 'sat') return { kind: 'false', why: 'it does not hold of an initial state' };
    return this.#implied(lemma);
  }

  #initialViolation(lemma: Lemma): 'sat' | 'unknown' | Core {
    const { terms, stateVars, init, initConstraint } = this.#system;
    if (this.#initially === null) {
      const solver = this.#solvers.create();
      solver.assert(initConstraint);
      const here = new Substitution(
        terms,
        stateVars.map((v, i) => [v.term, init[i]] as const),
      );
      this.#initially = { solver, here };
    }
    const { solver, here } = this.#initially;
    return this.#check(solver, [terms.not(here.apply(lemma.formula))]);
  }

  /** Whether the lemma says nothing beyond the accepted ones. */
  #implied(lemma: Lemma): Finding | null {
    const { terms, facts } = this.#system;
    if (this.#states === null) {
      const solver = this.#solvers.create();
      for (const fact of facts) solver.assert(fact);
      this.#states = { solver, told: new Set() };
    }
    const { solver, told } = this.#states;
    const assumed: Term[] = [];
    for (const [id, known] of this.#accepted) {
      if (!told.has(id)) solver.assert(terms.or(terms.not(known.literal), known.lemma.formula));
      told.add(id);
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
   * The greatest part of the candidates that is inductive together with the accepted lemmas, and what each rests on. Null if the solver does not say
   * in time.
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

  /** The candidates that a step of the block breaks, as one run of it shows; where there is none, `cores` learn why. Null: not decided. */
  #brokenBy(block: number, candidates: readonly Known[], cores: ReadonlyMap<number, Set<number>>): readonly number[] | null {
    const { terms } = this.#system;
    const steps = this.#stepsOf(block);
    const { solver, here, after } = steps;
    const goals = candidates
      .map(({ lemma }) => ({ id: lemma.id, broken: terms.not(after.apply(lemma.formula)) }))
      .filter(({ broken }) => broken !== terms.false);
    if (goals.length === 0) return [];
    const assumed: Term[] = [];
    for (const { lemma, literal } of [...this.#accepted.values(), ...candidates]) {
      const told = here.apply(lemma.formula);
      if (told === terms.true) continue;
      if (!steps.told.has(lemma.id)) solver.assert(terms.or(terms.not(literal), told));
      steps.told.add(lemma.id);
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
    const { terms, stateVars, pc, blocks, facts } = this.#system;
    const { feasible, next } = blocks[block];
    const counter = pc === null ? null : stateVars[pc].term;
    const here = new Substitution(terms, counter === null ? [] : [[counter, terms.bv(terms.width(counter), block)]]);
    const after = new Substitution(
      terms,
      stateVars.map((v, i) => [v.term, here.apply(next[i])] as const),
    );
    const solver = this.#solvers.create();
    solver.assert(here.apply(feasible));
    for (const fact of facts) solver.assert(here.apply(fact));
    const steps = { solver, here, after, told: new Set<number>() };
    this.#steps.set(block, steps);
    return steps;
  }

  /** Where the goals exclude each other, the lemmas whose literals are among the reasons. */
  #check(solver: Solver, goals: readonly Term[]): 'sat' | 'unknown' | Core {
    const { terms } = this.#system;
    if (goals.includes(terms.false)) return new Set();
    if (!this.#time.beginQuery()) return 'unknown';
    const answer = solver.check(goals.filter((t) => t !== terms.true));
    return answer === 'unsat' ? new Set(solver.core().flatMap((t) => this.#ids.get(t) ?? [])) : answer;
  }
}

/** Neighbours of the same author together. */
function byAuthor(lemmas: readonly Lemma[]): readonly (readonly Lemma[])[] {
  const groups: Lemma[][] = [];
  for (const lemma of lemmas) {
    const last = groups.at(-1);
    if (last !== undefined && last[0].from === lemma.from) last.push(lemma);
    else groups.push([lemma]);
  }
  return groups;
}
