import type { EngineContext } from '../../engines/methods/engine.ts';
import { InductiveFacts } from '../../engines/methods/inductive/facts.ts';
import { InductiveSteps, NOTHING_BOUND } from '../../engines/methods/inductive/steps.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { Solver } from '../../logic/terms/solver.ts';
import { conjuncts, freeVariables } from '../../logic/terms/traverse.ts';
import { keywordOf, namesAt } from '../../system/transys/c-text/at-block.ts';
import { stateLines } from '../../system/transys/c-text/state-text.ts';
import { certificateTerms } from '../../system/transys/certificate.ts';
import { isAt } from '../../system/transys/control.ts';
import { freezeSystem, thawSystem } from '../../system/transys/share.ts';
import { type Block, isReadSigned, type TransitionSystem } from '../../system/transys/system.ts';
import type { BreakingJob } from '../messages/compilation.ts';
import type { Break, StateAt } from '../verdict.ts';
import { looking } from './hints.ts';
import { certificateIn, type LocalModel } from './model.ts';
import { contextOf } from './resume.ts';

/** Time of one query in ms. */
const QUERY_MILLISECONDS = 100;
/** Bits of small values. */
const SMALL = 6;
/** Most variables of a state that are told, and most characters of a condition. */
const MOST_VALUES = 8;
const MOST_TEXT = 160;

/**
 * Says of checks why induction does not prove them. Nothing certified excludes a state at a loop, and from there
 * the next block fails the check. `needs` is the condition that would exclude such states, and `from` a
 * state that it allows and whose step breaks it. The names of checks without such a state are left out.
 */
export function breaks(model: LocalModel, { checks, proofs, milliseconds }: BreakingJob): ReadonlyMap<string, Break> {
  // The copy separates the terms that are made here from those of other users.
  const system = thawSystem(freezeSystem(model.system));
  const search = new BreakSearch(system, performance.now() + milliseconds);
  for (const proof of proofs) {
    if (proof.certificate.kind !== 'inductive' || proof.certificate.k > 0) continue;
    const [invariant] = certificateTerms(certificateIn(system.terms, proof));
    search.know(invariant);
  }
  const found = checks.flatMap((name) => {
    const why = search.of(name);
    return why === null ? [] : [[name, why] as const];
  });
  search.dispose();
  return new Map(found);
}

class BreakSearch {
  readonly #context: EngineContext;
  readonly #inputs: ReadonlySet<Term>;
  readonly #facts: InductiveFacts;
  readonly #steps: InductiveSteps;
  readonly #solvers = new Map<number, Solver>();

  constructor(
    private readonly system: TransitionSystem,
    private readonly deadline: number,
  ) {
    this.#context = contextOf(system, deadline);
    this.#inputs = new Set(system.inputs.map(({ term }) => term));
    this.#facts = new InductiveFacts(this.#context, QUERY_MILLISECONDS);
    this.#steps = new InductiveSteps(system, NOTHING_BOUND);
  }

  /** Takes in what a certified proof says of all states. */
  know(invariant: Term): void {
    this.#facts.accept(conjuncts(this.system.terms, invariant));
  }

  /** Null: no state is found in time, or the certified facts exclude all of them. */
  of(name: string): Break | null {
    const { terms, blocks } = this.system;
    // Block 0 is the entry, where runs begin.
    for (const block of blocks.slice(1)) {
      const failing = this.#failing(block, name);
      if (failing === terms.false || block.at === null) continue;
      const state = this.#solve(block, [failing], (solver) => this.#stateAt(solver, block, [failing]));
      if (state === null) continue;
      if (freeVariables(terms, [failing]).some((t) => this.#inputs.has(t))) return { state, needs: null, from: null };
      return { state, needs: this.#text(block, terms.not(failing)), from: this.#before(block, name, failing) };
    }
    return null;
  }

  /** The condition of a state and inputs under which a block fails the check. */
  #failing({ id }: Block, name: string): Term {
    const { system } = this;
    return looking(system, id).apply(this.#steps.of(id).checks.get(name) ?? system.terms.false);
  }

  /** A state of which the check does not fail, and whose step leads to one of the failing states at a block. */
  #before({ id }: Block, name: string, failing: Term): StateAt | null {
    const { terms, blocks } = this.system;
    for (const block of blocks) {
      if (block.id === 0 || block.at === null || !block.successors.includes(id)) continue;
      const { feasible, after } = this.#steps.of(block.id);
      const leads = after(terms.and(isAt(this.system, id), failing));
      const goal = [feasible, leads, terms.not(this.#failing(block, name))];
      const found = this.#solve(block, goal, (solver) => this.#stateAt(solver, block, [leads]));
      if (found !== null) return found;
    }
    return null;
  }

  /** Small values are preferred: people read them. */
  #solve<T>({ id }: Block, goal: readonly Term[], found: (solver: Solver) => T): T | null {
    const { terms } = this.system;
    const left = Math.min(QUERY_MILLISECONDS, this.deadline - performance.now());
    if (left <= 0 || goal.includes(terms.false)) return null;
    const limits = { milliseconds: Math.ceil(left) };
    const solver = this.#solver(id);
    const asked = goal.filter((t) => t !== terms.true);
    const wide = freeVariables(terms, goal).filter((t) => terms.sort(t).kind === 'bv' && terms.width(t) > SMALL);
    const small = wide.map((t) => terms.ult(t, terms.bv(terms.width(t), 1n << BigInt(SMALL))));
    const isFound = solver.check([...asked, ...small], limits) === 'sat' || solver.check(asked, limits) === 'sat';
    return isFound ? found(solver) : null;
  }

  /** The solver of a block, which knows its facts. */
  #solver(block: number): Solver {
    const known = this.#solvers.get(block);
    if (known !== undefined) return known;
    const solver = this.#context.solvers.create({ seed: 0 });
    for (const t of this.#facts.before(block)) if (t !== this.system.terms.true) solver.assert(t);
    this.#solvers.set(block, solver);
    return solver;
  }

  dispose(): void {
    for (const solver of this.#solvers.values()) solver.dispose();
  }

  /** The values of the program's variables that the conditions read. */
  #stateAt(solver: Solver, block: Block, conditions: readonly Term[]): StateAt {
    const { system } = this;
    const read = new Set(freeVariables(system.terms, conditions));
    const names = namesAt(system, block, true);
    const values = system.stateVars.flatMap((variable) => {
      const origin = read.has(variable.term) ? names.origin(variable.term) : null;
      const value = origin === null ? null : solver.value(variable.term);
      if (origin === null || (typeof value !== 'bigint' && typeof value !== 'boolean')) return [];
      const width = typeof value === 'boolean' ? 1 : system.terms.width(variable.term);
      const number = isReadSigned(variable) ? BigInt.asIntN(width, BigInt(value)) : BigInt(value);
      return [{ name: origin.expression, value: number.toString() }];
    });
    return { at: block.at!, keyword: keywordOf(block), values: values.slice(0, MOST_VALUES) };
  }

  /** A condition of the state at a block in C, or in the manner of C; null if it is long. */
  #text(block: Block, condition: Term): string | null {
    const { terms } = this.system;
    const known = this.#facts.before(block.id);
    const lines = stateLines(terms, conjuncts(terms, condition), namesAt(this.system, block, true), known);
    const text = lines.map(({ text }) => (lines.length > 1 && /[|?]/.test(text) ? `(${text})` : text)).join(' && ');
    return text === '' || text.length > MOST_TEXT ? null : text;
  }
}
