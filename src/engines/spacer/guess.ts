import type { Term } from '../../smt/builder.ts';
import type { Evaluator } from '../../smt/evaluate.ts';
import { HornEvaluator, type HornSolver } from '../../smt/horn.ts';
import { conjuncts } from '../../smt/traverse.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import type { EngineContext } from '../engine.ts';
import { BitTranslation, hornAtoms, hornConjuncts } from './back.ts';
import { checkSolution } from './check.ts';
import { guarded, type SystemClauses, termClauses } from './clauses.ts';
import { integerClauses } from './integer-clauses.ts';
import type { IntegerReading } from './reading.ts';
import type { Views } from './views.ts';

/** Conjuncts and atoms of a solution at a block that are tried one by one. */
const MOST_CANDIDATES = 64;

export type Guess =
  /** An invariant that excludes the error, in bit-vectors. */
  | { readonly kind: 'proof'; readonly invariant: readonly Term[] }
  /** What the solution is made of, in sets to be tried one after the other; `refined`: the next guess will be another one. */
  | { readonly kind: 'candidates'; readonly sets: readonly (readonly Term[])[]; readonly refined: boolean }
  | { readonly kind: 'refuted'; readonly refined: boolean }
  | { readonly kind: 'unknown'; readonly why: string };

/** A way to have a system's Horn clauses solved. */
export interface Guesser {
  readonly name: string;
  /** `milliseconds`: for the solver of Horn clauses. */
  guess(clauses: SystemClauses, milliseconds: number): Guess;
}

/** What a guesser works with. `queryMilliseconds`: limit of a query about a solution; 0: none. */
export interface GuesserTools {
  readonly context: EngineContext;
  readonly horn: HornSolver;
  readonly queryMilliseconds: number;
}

/**
 * The clauses over the integers, at first as if nothing wrapped around. The solution counts if it is one in bit-vectors, too; where it is not, the terms
 * that wrap around in the values that show it do so in the next guess.
 */
export class IntegerGuesser implements Guesser {
  readonly name = 'integers';
  readonly #tools: GuesserTools;
  readonly #views: Views;
  readonly #wrapping = new Set<Term>();
  #allWrap = false;

  constructor(tools: GuesserTools, views: Views) {
    this.#tools = tools;
    this.#views = views;
  }

  guess(clauses: SystemClauses, milliseconds: number): Guess {
    const { context, horn, queryMilliseconds } = this.#tools;
    const { system } = context;
    const wrapping = { has: (t: Term) => this.#allWrap || this.#wrapping.has(t) };
    const { problem, readings } = integerClauses(system, this.#views, wrapping, clauses);
    const answer = horn.solve(problem, milliseconds);
    if (answer.kind === 'refuted') {
      // Without its values, nobody knows what of the run would wrap around.
      const refined = !this.#allWrap && [...readings.values()].some((reading) => reading.assumed.size > 0);
      this.#allWrap = true;
      return { kind: 'refuted', refined };
    }
    if (answer.kind === 'unknown') return answer;
    const before = this.#wrapping.size;
    const translation = new BitTranslation(system.terms, this.#views, clauses.params, 'exact');
    const formulas = answer.formulas.map((formula) => translation.formula(formula) ?? system.terms.true);
    const holds = checkSolution(context, clauses, formulas, queryMilliseconds, (group, values) => {
      const reading = readings.get(group);
      if (reading === undefined) return;
      for (const t of wrappingTerms(system, this.#views, reading, values)) this.#wrapping.add(t);
    });
    if (holds) return proof(system, formulas);
    const sets = (['equal', 'exact'] as const).map((form) => {
      const back = new BitTranslation(system.terms, this.#views, clauses.params, form);
      return answer.formulas.flatMap((formula, block) => {
        const parts = [...new Set([...hornConjuncts(formula), ...hornAtoms(formula)])].slice(0, MOST_CANDIDATES);
        return candidates(
          system,
          block,
          parts.flatMap((part) => back.formula(part) ?? []),
        );
      });
    });
    return { kind: 'candidates', sets, refined: this.#wrapping.size > before };
  }
}

/** Terms that were read as if they did not wrap around, but do with these values. */
function wrappingTerms(system: TransitionSystem, views: Views, reading: IntegerReading, values: Evaluator): readonly Term[] {
  const { terms } = system;
  const meant = (t: Term): bigint => {
    const value = values.value(t);
    if (typeof value === 'boolean') return value ? 1n : 0n;
    if (typeof value !== 'bigint') return 0n;
    return views.signed(t) ? BigInt.asIntN(terms.width(t), value) : value;
  };
  const numbers = new HornEvaluator((index) => meant(reading.meaning[index]));
  return [...reading.assumed].flatMap(([t, value]) => (numbers.value(value) === meant(t) ? [] : [t]));
}

/** The clauses as they are: where the system has Booleans and bit-vectors only, and not too many bits. */
export class BitGuesser implements Guesser {
  readonly name = 'bit-vectors';
  readonly #tools: GuesserTools;

  constructor(tools: GuesserTools) {
    this.#tools = tools;
  }

  guess(clauses: SystemClauses, milliseconds: number): Guess {
    const { context, horn, queryMilliseconds } = this.#tools;
    const { system } = context;
    const answer = horn.solveTerms(system.terms, termClauses(system, clauses), milliseconds);
    if (answer.kind === 'refuted') return { kind: 'refuted', refined: false };
    if (answer.kind === 'unknown') return answer;
    if (checkSolution(context, clauses, answer.formulas, queryMilliseconds, () => {})) return proof(system, answer.formulas);
    const set = answer.formulas.flatMap((t, block) =>
      candidates(system, block, conjuncts(system.terms, t).slice(0, MOST_CANDIDATES)),
    );
    return { kind: 'candidates', sets: [set], refined: false };
  }
}

function proof(system: TransitionSystem, formulas: readonly Term[]): Guess {
  const invariant = formulas.flatMap((t, block) => conjuncts(system.terms, t).map((part) => guarded(system, block, part)));
  return { kind: 'proof', invariant: invariant.filter((t) => t !== system.terms.true) };
}

function candidates(system: TransitionSystem, block: number, formulas: readonly Term[]): readonly Term[] {
  const { terms } = system;
  const trivial = new Set([terms.true, terms.false]);
  return [...new Set(formulas)].filter((t) => !trivial.has(t)).map((t) => guarded(system, block, t));
}
