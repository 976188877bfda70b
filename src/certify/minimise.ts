import type { Term } from '../smt/builder.ts';
import type { Solver, SolverFactory } from '../smt/solver.ts';
import { Substitution } from '../smt/substitute.ts';
import { dagSize } from '../smt/traverse.ts';
import type { KInductive } from '../transys/certificate.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { type BlockFact, factsByBlock, joinFacts } from './facts-by-block.ts';
import type { RefuterFactory } from './refuter.ts';
import { CheckerRuns } from './runs.ts';
import { checkCertificate } from './true.ts';

export interface Minimisation {
  /** For searching, with cores. */
  readonly search: SolverFactory;
  /** For checking what was found. */
  readonly refuters: RefuterFactory;
  /** For the search, and as many again for the check. */
  readonly milliseconds: number;
}

/** Invariants with more facts than this are left as they are. */
const MOST_FACTS = 2000;

/**
 * A certificate whose invariant is a smallest part of the given one, block by block (no fact can be dropped alone; Ivrii, Gurfinkel, Belov: Small
 * inductive safe invariants, FMCAD 2014): first the facts that unsatisfiable cores of the conditions name, then one after the other is
 * left out, with those that are not inductive without it. The result was checked like any other certificate; null if there is none that is
 * smaller and was found and checked in time.
 */
export function minimiseCertificate(system: TransitionSystem, certificate: KInductive, how: Minimisation): KInductive | null {
  const facts = factsByBlock(system, certificate.invariant, MOST_FACTS);
  if (facts === null || facts.length === 0) return null;
  const conditions = new Conditions(system, certificate, facts, how);
  let kept: ReadonlySet<number> | null;
  try {
    kept = new SmallestPart(facts, conditions, (fact) => dagSize(system.terms, [fact.formula])).find();
  } finally {
    conditions.dispose();
  }
  if (kept === null || kept.size === facts.length) return null;
  const invariant = joinFacts(
    system,
    facts.filter((_, i) => kept.has(i)),
  );
  const smaller = { ...certificate, invariant };
  return checkCertificate(system, smaller, how.refuters, { milliseconds: how.milliseconds }).accepted ? smaller : null;
}

/** Facts are known by their index. */
type Core = ReadonlySet<number>;

/** That a step of a block keeps a fact, and the facts from which that follows. */
interface Kept {
  readonly fact: number;
  readonly block: number;
  readonly core: Core;
}

class SmallestPart {
  /** From which facts the step case follows. */
  #step: Core = new Set();
  /** By fact and block. */
  #kept = new Map<string, Kept>();

  constructor(
    private readonly facts: readonly BlockFact[],
    private readonly conditions: Conditions,
    private readonly size: (fact: BlockFact) => number,
  ) {}

  /** Null if the solver does not confirm the certificate in time. */
  find(): ReadonlySet<number> | null {
    const all = new Set(this.facts.keys());
    const step = this.conditions.step(all);
    if (step === null) return null;
    this.#step = step;
    const queue = [...step];
    const found = new Set(queue);
    for (let fact = queue.pop(); fact !== undefined; fact = queue.pop()) {
      for (const block of this.conditions.before(fact)) {
        const core = this.conditions.consecution(fact, block, all);
        if (core === null) return null;
        this.#kept.set(`${fact} ${block}`, { fact, block, core });
        for (const other of core) if (!found.has(other)) queue.push(other);
        for (const other of core) found.add(other);
      }
    }
    return this.#dropOneByOne(found);
  }

  /** The largest ones first, so that the short ones stay where one of several is enough. */
  #dropOneByOne(found: ReadonlySet<number>): ReadonlySet<number> {
    const sizes = new Map([...found].map((fact) => [fact, this.size(this.facts[fact])]));
    let needed = found;
    for (const fact of [...found].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))) {
      if (this.conditions.late) break;
      if (needed.has(fact)) needed = this.#without(fact, needed) ?? needed;
    }
    return needed;
  }

  /** What remains without a fact and those that rest on it; null if the step case does not hold any more. */
  #without(fact: number, needed: ReadonlySet<number>): ReadonlySet<number> | null {
    const left = new Set(needed);
    const kept = new Map(this.#kept);
    let step = this.#step;
    const dropped = [fact];
    for (let gone = dropped.pop(); gone !== undefined; gone = dropped.pop()) {
      left.delete(gone);
      if (step.has(gone)) {
        const core = this.conditions.step(left);
        if (core === null) return null;
        step = core;
      }
      for (const [key, { fact: other, block, core }] of kept) {
        if (!left.has(other) || !core.has(gone)) continue;
        const fresh = this.conditions.consecution(other, block, left);
        if (fresh !== null) kept.set(key, { fact: other, block, core: fresh });
        else {
          left.delete(other);
          dropped.push(other);
        }
      }
    }
    this.#step = step;
    this.#kept = kept;
    return this.#reached();
  }

  /** The facts that the step case rests on, and those that they rest on. */
  #reached(): ReadonlySet<number> {
    const byFact = new Map<number, Core[]>();
    for (const { fact, core } of this.#kept.values()) {
      const before = byFact.get(fact);
      if (before === undefined) byFact.set(fact, [core]);
      else before.push(core);
    }
    const queue = [...this.#step];
    const found = new Set(queue);
    for (let fact = queue.pop(); fact !== undefined; fact = queue.pop()) {
      for (const other of (byFact.get(fact) ?? []).flatMap((core) => [...core])) {
        if (found.has(other)) continue;
        found.add(other);
        queue.push(other);
      }
    }
    return found;
  }
}

/** The conditions of a certificate that depend on its invariant and that a part of it may break; each fact has a literal that assumes it. */
class Conditions {
  readonly #deadline: number;
  readonly #literals: readonly Term[];
  readonly #facts = new Map<Term, number>();
  /** The solver for steps of each block, with the terms after one. */
  readonly #blocks = new Map<number, { readonly solver: Solver; readonly after: Substitution }>();
  readonly #solvers: Solver[] = [];
  readonly #predecessors: readonly (readonly number[])[];
  #steps: { readonly solver: Solver; readonly bad: Term } | null = null;

  constructor(
    private readonly system: TransitionSystem,
    private readonly certificate: KInductive,
    private readonly facts: readonly BlockFact[],
    private readonly how: Minimisation,
  ) {
    const { terms, blocks, stateVars, inputs } = system;
    this.#deadline = performance.now() + how.milliseconds;
    const names = new Set([...stateVars, ...inputs].map((v) => v.name));
    let mark = '@fact-';
    while (names.has(`${mark}0`)) mark += '-';
    this.#literals = facts.map((_, i) => terms.variable(`${mark}${i}`, { kind: 'bool' }));
    this.#literals.forEach((literal, i) => {
      this.#facts.set(literal, i);
    });
    const predecessors: number[][] = blocks.map(() => []);
    for (const block of blocks) for (const s of new Set(block.successors)) predecessors[s].push(block.id);
    this.#predecessors = predecessors;
  }

  get late(): boolean {
    return performance.now() >= this.#deadline;
  }

  /** The blocks from which a step may lead to where the fact speaks. */
  before(fact: number): readonly number[] {
    return this.#predecessors[this.facts[fact].block];
  }

  /** Those of the facts that suffice for k steps not to lead into bad; null if all do not, or if that is not known. */
  step(facts: ReadonlySet<number>): Core | null {
    this.#steps ??= this.#openStep();
    return this.#core(this.#steps.solver, facts, this.#steps.bad);
  }

  /** Those of the facts, at the block, that suffice for a step of it to keep a fact. */
  consecution(fact: number, block: number, facts: ReadonlySet<number>): Core | null {
    const { terms, stateVars, pc } = this.system;
    const { solver, after } = this.#block(block);
    const { block: target, formula } = this.facts[fact];
    const there = pc === null ? terms.true : terms.eq(after.apply(stateVars[pc].term), this.#counter(target));
    return this.#core(solver, facts, terms.and(there, terms.not(after.apply(formula))));
  }

  dispose(): void {
    for (const solver of this.#solvers) solver.dispose();
  }

  #core(solver: Solver, facts: ReadonlySet<number>, goal: Term): Core | null {
    const { terms } = this.system;
    if (goal === terms.false) return new Set();
    const left = Math.ceil(this.#deadline - performance.now());
    if (left <= 0) return null;
    const assumed = this.#literals.filter((_, i) => facts.has(i));
    if (goal !== terms.true) assumed.push(goal);
    if (solver.check(assumed, { milliseconds: left }) !== 'unsat') return null;
    return new Set(solver.core().flatMap((t) => this.#facts.get(t) ?? []));
  }

  #counter(block: number): Term {
    const { terms, stateVars, pc } = this.system;
    return pc === null ? terms.true : terms.bv(terms.width(stateVars[pc].term), block);
  }

  #block(id: number): { readonly solver: Solver; readonly after: Substitution } {
    const known = this.#blocks.get(id);
    if (known !== undefined) return known;
    const { terms, stateVars, pc, blocks } = this.system;
    const block = blocks[id];
    const here = new Substitution(terms, pc === null ? [] : [[stateVars[pc].term, this.#counter(id)]]);
    const after = new Substitution(
      terms,
      stateVars.map((v, i) => [v.term, here.apply(block.next[i])] as const),
    );
    const solver = this.#open();
    solver.assert(here.apply(block.feasible));
    this.facts.forEach((fact, i) => {
      if (fact.block === id) solver.assert(terms.or(terms.not(this.#literals[i]), fact.formula));
    });
    const opened = { solver, after };
    this.#blocks.set(id, opened);
    return opened;
  }

  /** Condition (4) of the checker, with the facts behind their literals. */
  #openStep(): { readonly solver: Solver; readonly bad: Term } {
    const { terms, stateVars, pc } = this.system;
    const { k, instances, distinct } = this.certificate;
    const runs = new CheckerRuns(this.system, 'any', instances);
    const states: (readonly Term[])[] = [];
    const solver = this.#open();
    for (let j = 0; ; j += 1) {
      const { state } = runs;
      const { definitions, bad, couldBeBad, feasible } = runs.advance();
      for (const definition of definitions) solver.assert(definition);
      const at = new Substitution(
        terms,
        stateVars.map((v, i) => [v.term, state[i]] as const),
      );
      this.facts.forEach(({ block, formula }, i) => {
        const there = pc === null ? terms.true : terms.eq(state[pc], this.#counter(block));
        const held = terms.or(terms.not(terms.and(this.#literals[i], there)), at.apply(formula));
        if (held !== terms.true) solver.assert(held);
      });
      if (distinct !== null) {
        for (const earlier of states) solver.assert(terms.not(terms.andAll(distinct.map((v) => terms.eq(earlier[v], state[v])))));
        states.push(state);
      }
      if (j === k) return { solver, bad };
      solver.assert(terms.not(couldBeBad));
      solver.assert(feasible);
    }
  }

  #open(): Solver {
    const solver = this.how.search.create();
    this.#solvers.push(solver);
    return solver;
  }
}
