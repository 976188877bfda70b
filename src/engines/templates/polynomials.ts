import { workClock } from '../../base/clock.ts';
import { xorshift } from '../../base/xorshift.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Evaluator, zeroValue } from '../../logic/terms/evaluate.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { ModelValue } from '../../logic/terms/solver.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import type { Vector } from '../../system/analysis/affine.ts';
import { guarded, stateIndices } from '../../system/transys/control.ts';
import type { State } from '../../system/transys/sampling/random-runs.ts';
import type { Samples } from '../../system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { type PolynomialEquality, polynomialEqualities } from './monomials.ts';

/**
 * Random steps from each location in one turn, and turns without a new state after which the
 * equalities are returned.
 */
const STEPS = 60;
const QUIET_TURNS = 3;

/** The input of {@link likelyEqualities}. */
export interface PolynomialProblem {
  readonly system: TransitionSystem;
  readonly samples: Samples;
  /** Groups of terms over the state variables; the terms of a group have one width. */
  readonly groups: readonly (readonly Term[])[];
  /** Known facts about the states of a block, over the state variables, without the program counter. */
  known(block: number): readonly Term[];
  readonly seed: number;
  stopped(): boolean;
}

/**
 * Equalities of polynomials that sampled states satisfy and that random steps do not break. States are
 * drawn from all that satisfy the equalities and the known facts, reachable or not. A step from one
 * may lead to a state that violates the equalities of its target; the target then has one more state
 * to satisfy. So the result is likely to be inductive, but not proved.
 *
 * Returns formulas over the state variables, each about one block; when the time is over, those found
 * so far.
 */
export function likelyEqualities(problem: PolynomialProblem, milliseconds: number): Term[] {
  return new RandomAscent(problem, workClock() + milliseconds).run();
}

class RandomAscent {
  readonly #problem: PolynomialProblem;
  readonly #deadline: number;
  readonly #random: () => number;
  readonly #index: ReadonlyMap<Term, number>;
  readonly #known: readonly (readonly Term[])[];
  readonly #points: State[][];
  /** The equalities by block, for each group. */
  readonly #found: (readonly (readonly PolynomialEquality[])[])[];

  constructor(problem: PolynomialProblem, deadline: number) {
    const { system, samples, seed } = problem;
    this.#problem = problem;
    this.#deadline = deadline;
    this.#random = xorshift(Math.imul(seed + 1, 0x9e3779b1) | 1);
    this.#index = stateIndices(system);
    this.#known = system.blocks.map(({ id }) => problem.known(id));
    this.#points = samples.map((states) => [...states]);
    this.#found = samples.map(() => []);
  }

  run(): Term[] {
    const { terms } = this.#problem.system;
    this.#points.forEach((_, id) => {
      this.#learn(id);
    });
    for (let quiet = 0; quiet < QUIET_TURNS && !this.#isLate; ) {
      const grown = new Set<number>();
      for (const id of this.#points.keys()) {
        for (let i = 0; i < STEPS && !this.#isLate; i++) {
          const target = this.#step(id);
          if (target !== null) grown.add(target);
        }
      }
      for (const id of grown) this.#learn(id);
      quiet = grown.size === 0 ? quiet + 1 : 0;
    }
    return this.#found.flatMap((groups, id) => {
      const equations = groups
        .flatMap((group) => group.map(({ equation }) => equation))
        .filter((t) => t !== terms.true);
      return equations.map((t) => guarded(this.#problem.system, id, t)).filter((t) => t !== terms.true);
    });
  }

  get #isLate(): boolean {
    return workClock() > this.#deadline || this.#problem.stopped();
  }

  /** Computes the equalities that the states of a block share. */
  #learn(id: number): void {
    const { system, groups } = this.#problem;
    if (this.#isEntry(id)) return;
    const evaluators = this.#points[id].map((state) => this.#evaluator(state));
    this.#found[id] = groups.map((group) => {
      const points: Vector[] = evaluators.map((evaluator) => group.map((t) => bits(evaluator.value(t))));
      return polynomialEqualities(system.terms, group, points);
    });
  }

  /** Makes a random step from a block. Returns the block that it leads to if it breaks an equality there. */
  #step(id: number): number | null {
    const { blocks, pc } = this.#problem.system;
    const { feasible, next } = blocks[id];
    const state = this.#draw(id);
    if (state === null) return null;
    const evaluator = this.#evaluator(state);
    if (evaluator.value(feasible) !== true) return null;
    const after = next.map((t) => evaluator.value(t));
    const target = pc === null ? 0 : Number(after[pc]);
    if (this.#found[target] === undefined || this.#isEntry(target)) return null;
    if (this.#satisfies(target, after) && this.#points[target].length > 0) return null;
    this.#points[target].push(after);
    return target;
  }

  /** Draws a state that satisfies the equalities of its block; null if the draw fails. */
  #draw(id: number): State | null {
    const { stateVars, terms, pc } = this.#problem.system;
    const known = this.#points[id];
    if (known.length === 0) return null;
    const base = known[this.#random() % known.length];
    // Some values of reached states are kept: random numbers violate most guards, and the choice of one
    // value cannot satisfy all equalities.
    const kept = this.#random() % 4;
    const state = base.map((value, v) =>
      v === pc || typeof value !== 'bigint' || this.#random() % 4 < kept
        ? value
        : this.#value(terms.sort(stateVars[v].term)),
    );
    for (const equalities of this.#found[id]) {
      for (const { solved } of [...equalities].reverse()) if (solved !== null) this.#solve(solved, state);
    }
    const evaluator = this.#evaluator(state);
    const isKnown = this.#known[id].every((t) => evaluator.value(t) === true);
    return isKnown && this.#satisfies(id, state) ? state : null;
  }

  /** Assigns the variable the value that the equality requires, as far as its width allows. */
  #solve({ variable, twos, value }: NonNullable<PolynomialEquality['solved']>, state: ModelValue[]): void {
    const { terms } = this.#problem.system;
    const isExtended = terms.op(variable) === Op.ZEXT || terms.op(variable) === Op.SEXT;
    const narrow = isExtended ? terms.arg(variable, 0) : variable;
    const v = this.#index.get(narrow);
    if (v === undefined) return;
    const wanted = bits(this.#evaluator(state).value(value)) >> BigInt(twos);
    const any =
      twos > 0 && this.#random() % 2 === 0 ? BigInt(this.#random()) << BigInt(terms.width(variable) - twos) : 0n;
    state[v] = BigInt.asUintN(terms.width(narrow), wanted + any);
  }

  #satisfies(id: number, state: State): boolean {
    const evaluator = this.#evaluator(state);
    return this.#found[id].every((group) => group.every(({ equation }) => evaluator.value(equation) === true));
  }

  #isEntry(id: number): boolean {
    const { pc, init, terms } = this.#problem.system;
    return pc !== null && terms.isBv(init[pc]) && Number(terms.constValue(init[pc])) === id;
  }

  #evaluator(state: State): Evaluator {
    const { terms } = this.#problem.system;
    return new Evaluator(terms, (t) => {
      const v = this.#index.get(t);
      return v === undefined ? this.#value(terms.sort(t)) : state[v];
    });
  }

  /** Random values: small numbers of both signs, powers of two, and arbitrary ones. */
  #value(sort: Sort): ModelValue {
    switch (sort.kind) {
      case 'bool':
        return this.#random() % 2 === 0;
      case 'bv': {
        const value = (BigInt(this.#random()) << 32n) | BigInt(this.#random());
        const kind = this.#random() % 4;
        if (kind < 2) return BigInt.asUintN(sort.width, (value % 64n) - 16n);
        if (kind === 2) return 1n << (value % BigInt(sort.width));
        return BigInt.asUintN(sort.width, value);
      }
      case 'float':
      case 'array':
        return zeroValue(sort);
    }
  }
}

function bits(value: ModelValue): bigint {
  return typeof value === 'bigint' ? value : 0n;
}
