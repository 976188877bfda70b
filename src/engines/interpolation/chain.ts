import type { Term } from '../../logic/terms/builder.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import type { ChainPart, InterpolationProblem } from './problem.ts';

/**
 * Consecutive parts of a problem as one part: the variables of each part are renamed apart, and the
 * cuts between them become equations.
 */
export class Chain {
  readonly #problem: InterpolationProblem;
  readonly #renamed: (ChainPart | undefined)[];

  constructor(problem: InterpolationProblem) {
    this.#problem = problem;
    this.#renamed = problem.parts.map(() => undefined);
  }

  /** The parts `first` to `last` (from 0, inclusive). */
  join(first: number, last: number): ChainPart {
    const { terms, parts } = this.#problem;
    if (first === last) return parts[first];
    const conjuncts: Term[] = [];
    for (let i = first; i <= last; i++) {
      conjuncts.push(this.#apart(i).formula);
      if (i < last) conjuncts.push(...this.#equations(i));
    }
    return { formula: terms.andAll(conjuncts), entry: this.#apart(first).entry, exit: this.#apart(last).exit };
  }

  /** Equations between the state behind part i and the state before the next one. */
  #equations(i: number): Term[] {
    const { terms } = this.#problem;
    const from = this.#apart(i).exit ?? [];
    const to = this.#apart(i + 1).entry ?? [];
    return to.map((t, v) => terms.eq(t, from[v]));
  }

  /** Part i with variables that no other part has. */
  #apart(i: number): ChainPart {
    const { terms, parts } = this.#problem;
    const part = parts[i];
    let renamed = this.#renamed[i];
    if (renamed === undefined) {
      const variables = freeVariables(terms, [part.formula, ...(part.entry ?? []), ...(part.exit ?? [])]);
      const own = new Substitution(
        terms,
        variables.map((v) => [v, terms.variable(`${terms.name(v)}#${i}`, terms.sort(v))] as const),
      );
      const all = (values: readonly Term[] | null): Term[] | null => values?.map((t) => own.apply(t)) ?? null;
      renamed = { formula: own.apply(part.formula), entry: all(part.entry), exit: all(part.exit) };
      this.#renamed[i] = renamed;
    }
    return renamed;
  }
}
