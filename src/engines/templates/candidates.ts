import type { Term } from '../../logic/terms/builder.ts';
import type { Evaluator } from '../../logic/terms/evaluate.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import { guarded } from '../../system/transys/control.ts';
import { blockTerms } from '../../system/transys/program-terms.ts';
import { relatedGroups } from '../../system/transys/related.ts';
import { stateEvaluators } from '../../system/transys/sampling/random-runs.ts';
import type { Samples } from '../../system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { predicateTiers } from '../interpolation/predicates.ts';
import { interpolationSource } from '../methods/interpolants/interpolants.ts';
import type { BoundIndices } from './bound-terms.ts';
import { ContentTemplates } from './contents.ts';
import { saidOfEquals } from './equals.ts';
import { establishedAtoms, sharedLimits } from './established.ts';
import { HeapTemplates } from './heap/heap.ts';
import { heapPointers } from './heap/pointers.ts';
import { OrderTemplates } from './orders.ts';
import { passedGuards } from './passed-guards.ts';
import { phaseEqualities } from './phases.ts';
import { sumBounds } from './sum-bounds.ts';
import { TableTemplates } from './tables.ts';
import { TerminatorTemplates } from './terminators.ts';

/** One tier of candidates: formulas over all state variables, each of which constrains one block. */
export interface CandidateTier {
  readonly name: string;
  readonly candidates: readonly Term[];
}

/** Most candidates of one tier at one block. */
const MOST_AT_BLOCK = 160;
/** Most candidates about variables that the program compares with others. */
const MOST_OF_EQUALS = 320;
/** Most literals of one block that are combined to clauses: those that are not candidates themselves. */
const MOST_LITERALS = 24;
/** Most variables whose orders are tried. */
const MOST_ORDERED = 24;
/** Fewest sampled states in which two variables are still equal. */
const FEWEST_FIRST = 3;
/** Most indices that are chosen before all steps. */
const MOST_CHOSEN = 3;

/**
 * Candidates for invariants of the loop heads, cheap and likely ones first. Each holds in all sampled
 * states of its block. The tiers are:
 * - the program's atoms, and comparisons of related variables, also those that a step establishes;
 * - guards that a counter has passed;
 * - bounds of sums over arrays;
 * - facts about linked blocks of the heap, about all, and about those on one side of a pointer's;
 * - ends of strings, and indices that do not pass them;
 * - facts about all elements of arrays, and about pairs of them, with the given
 *   bound indices;
 * - what the program asks of a variable, said of another one that it compares with it;
 * - linear equalities of one phase;
 * - what holds while two variables are still equal, and orders of any two variables;
 * - clauses of two atoms;
 * - limits of variables, and their neighbours.
 *
 * In a block without sampled states, both atoms and their negations are candidates.
 */
export function* candidateTiers(
  system: TransitionSystem,
  samples: Samples,
  bound: Pick<BoundIndices, 'indices' | 'seconds' | 'table'> = { indices: [], seconds: new Map(), table: null },
): Generator<CandidateTier> {
  const [atoms, comparisons, limits, neighbours] = predicateTiers(interpolationSource(system));
  const located = new Located(system, samples);
  const established = [...establishedAtoms(system), ...sharedLimits(system)];
  const literals = [...new Set([...atoms, ...established, ...flags(system)])];
  yield { name: 'atoms', candidates: located.literals([...literals, ...comparisons]) };
  yield { name: 'passed guards', candidates: passedGuards(system, samples) };
  const bounds = sumBounds(system, samples);
  if (bounds.length > 0) yield { name: 'bounds of sums', candidates: bounds };
  const { indices, seconds, table } = bound;
  for (const index of indices) {
    const pointers = heapPointers(system, index);
    if (pointers === null) continue;
    const heap = new HeapTemplates(system, index, samples, pointers);
    const targets = (id: number): Term[] => [
      ...heap.targets(id),
      ...indices.flatMap((element) => heap.elements(id, element)),
    ];
    yield { name: 'heap targets', candidates: located.at(targets) };
    yield { name: 'heap', candidates: located.at((id) => heap.at(id)) };
    yield { name: 'heap by age', candidates: located.at((id) => heap.byAge(id)) };
  }
  const terminators = new TerminatorTemplates(system);
  if (!terminators.isEmpty)
    yield { name: 'ends of strings', candidates: located.tested((holds) => terminators.at(holds)) };
  if (table !== null) {
    const tables = new TableTemplates(system, table, samples);
    yield { name: 'tables', candidates: located.at((id) => tables.at(id)) };
  }
  for (const index of indices) {
    const contents = new ContentTemplates(system, index, samples);
    const { terms } = system;
    const chosen = chosenIndices(system, contents.counters, index).map((t) => new Substitution(terms, [[index, t]]));
    if (chosen.length > 0) {
      const at = (id: number): Term[] => [...contents.at(id, contents.said), ...contents.at(id, contents.learnt)];
      const candidates = located.at((id) => chosen.flatMap((instance) => at(id).map((t) => instance.apply(t))));
      yield { name: 'contents at chosen indices', candidates };
    }
    yield { name: 'contents said', candidates: located.at((id) => contents.at(id, contents.said)) };
    const second = seconds.get(index);
    if (second !== undefined) {
      const orders = new OrderTemplates(system, [index, second], samples, contents);
      yield { name: 'orders', candidates: located.at((id) => orders.at(id)) };
    }
    yield { name: 'contents learnt', candidates: located.at((id) => contents.at(id, contents.learnt)) };
  }
  const equals = saidOfEquals(system, atoms);
  if (equals.length > 0)
    yield { name: 'equals', candidates: located.implied(flags(system), equals).slice(0, MOST_OF_EQUALS) };
  const groups = relatedGroups(system);
  yield { name: 'phases', candidates: located.at((id) => phaseEqualities(system, id, groups, samples[id])) };
  const equalities = [...literals, ...comparisons].filter((t) => isEqualityOfVariables(system, t));
  yield { name: 'first turns', candidates: located.inFirstTurns(equalities, literals) };
  yield { name: 'orders of variables', candidates: located.at((id) => located.ordered(id)) };
  yield { name: 'clauses', candidates: located.clauses(literals) };
  yield { name: 'limits', candidates: located.literals([...limits, ...neighbours]) };
}

/**
 * The counters that no step changes but the first, in the width of an index. A check about all elements chooses such
 * an index before all steps, so that its invariants are about one element.
 */
function chosenIndices(system: TransitionSystem, counters: readonly Term[], index: Term): Term[] {
  const { terms, stateVars, blocks, pc, init } = system;
  const entry = entryBlock(terms, pc, init);
  const width = terms.width(index);
  const isStill = (counter: Term): boolean => {
    const i = stateVars.findIndex(({ term }) => term === counter);
    return i >= 0 && blocks.every(({ id, next }) => id === entry || next[i] === counter);
  };
  const chosen = counters.filter((counter) => terms.width(counter) >= width && isStill(counter));
  return chosen.slice(0, MOST_CHOSEN).map((counter) => terms.extract(counter, width - 1, 0));
}

/** State variables of one bit, as literals. */
function flags({ terms, stateVars, pc }: TransitionSystem): Term[] {
  return stateVars.flatMap(({ term }, i) => {
    if (i === pc) return [];
    const sort = terms.sort(term);
    if (sort.kind === 'bool') return [term];
    return sort.kind === 'bv' && sort.width === 1 ? [terms.eq(term, terms.bv(1, 1))] : [];
  });
}

/** True if the term says that two state variables are equal. */
function isEqualityOfVariables({ terms, stateVars }: TransitionSystem, t: Term): boolean {
  if (terms.op(t) !== Op.EQ) return false;
  const state = new Set(stateVars.map(({ term }) => term));
  return state.has(terms.arg(t, 0)) && state.has(terms.arg(t, 1));
}

/** The block in which all runs begin; null: it is not known. */
function entryBlock(terms: TermStore, pc: number | null, init: TransitionSystem['init']): number | null {
  const first = pc === null ? null : init[pc];
  return first !== null && terms.isBv(first) ? Number(terms.constValue(first)) : null;
}

class Located {
  readonly #system: TransitionSystem;
  /** Evaluators of the sampled states, by block. */
  readonly #evaluators: readonly (readonly Pick<Evaluator, 'value'>[])[];
  /** Blocks that are loop heads: the entry block reads no state. */
  readonly #blocks: readonly number[];

  constructor(system: TransitionSystem, samples: Samples) {
    const { terms, pc, init, blocks } = system;
    this.#system = system;
    const evaluatorIn = stateEvaluators(system);
    this.#evaluators = samples.map((states) => states.map(evaluatorIn));
    const entry = entryBlock(terms, pc, init);
    this.#blocks = blocks.flatMap(({ id }) => (id === entry ? [] : [id]));
  }

  /** The candidates that `make` returns for each block. */
  at(make: (block: number) => readonly Term[]): Term[] {
    return this.#everywhere(make);
  }

  /** The candidates that `make` returns for a block whose sampled states it may test. */
  tested(make: (holds: (t: Term) => boolean) => readonly Term[]): Term[] {
    return this.#everywhere((id) => make((t) => this.#holds(id, t)));
  }

  /** The predicates and negations that hold in all sampled states of a block. */
  literals(predicates: readonly Term[]): Term[] {
    const { terms } = this.#system;
    return this.#everywhere((id) => {
      const dead = this.#deadAt(id);
      const told = dead.size === 0 ? predicates : predicates.filter((p) => !this.#mentions(p, dead));
      const both = told.flatMap((p) => [p, terms.not(p)]);
      return both.filter((p) => this.#holds(id, p));
    });
  }

  /** The variables that have one value in all sampled states of a block, and that its steps do not read. */
  #deadAt(id: number): ReadonlySet<Term> {
    const { terms, stateVars, blocks, pc } = this.#system;
    const evaluators = this.#evaluators[id];
    if (evaluators.length < 2) return new Set();
    const read = new Set(freeVariables(terms, blockTerms(blocks[id])));
    const isSettled = (variable: Term): boolean => {
      const [first, ...others] = evaluators.map((evaluator) => evaluator.value(variable));
      return typeof first !== 'object' && others.every((value) => value === first);
    };
    const dead = stateVars.filter(({ term }, v) => v !== pc && !read.has(term) && isSettled(term));
    return new Set(dead.map(({ term }) => term));
  }

  #mentions(t: Term, variables: ReadonlySet<Term>): boolean {
    return freeVariables(this.#system.terms, [t]).some((v) => variables.has(v));
  }

  /** The predicates and negations that hold in all sampled states of a block, or in those in which a flag has a value. */
  implied(flags: readonly Term[], predicates: readonly Term[]): Term[] {
    const { terms } = this.#system;
    const cases = flags.flatMap((flag) => [flag, terms.not(flag)]);
    return this.#everywhere((id) => {
      if (this.#evaluators[id].length === 0) return [];
      const otherwise = cases.filter((t) => !this.#holds(id, t));
      const both = predicates.flatMap((p) => [p, terms.not(p)]);
      const alone = new Set(both.filter((said) => this.#holds(id, said)));
      // A predicate that holds in few samples may still need the flag: those come last.
      const open = [...both.filter((said) => !alone.has(said)), ...alone];
      const implied = open.flatMap((said) => otherwise.map((t) => terms.or(t, said))).filter((t) => this.#holds(id, t));
      return [...alone, ...implied];
    });
  }

  /**
   * Predicates and negations that hold where two variables are still equal, as in the first turns of a loop, but not
   * in all sampled states.
   */
  inFirstTurns(equalities: readonly Term[], predicates: readonly Term[]): Term[] {
    const { terms } = this.#system;
    const both = predicates.flatMap((p) => [p, terms.not(p)]);
    return this.#everywhere((id) => {
      const open = both.filter((p) => !this.#holds(id, p));
      const found: Term[] = [];
      for (const same of equalities) {
        const first = this.#evaluators[id].filter((evaluator) => evaluator.value(same) === true);
        if (first.length < FEWEST_FIRST || first.length === this.#evaluators[id].length) continue;
        const about = new Set(freeVariables(terms, [same]));
        const told = open.filter((p) => p !== same && this.#mentions(p, about));
        const holding = told.filter((p) => first.every((evaluator) => evaluator.value(p) === true));
        found.push(...holding.map((p) => terms.or(terms.not(same), p)));
        if (found.length >= MOST_AT_BLOCK) break;
      }
      return found;
    });
  }

  /** Orders of two variables, as unsigned numbers, that hold in all sampled states of a block. */
  ordered(id: number): Term[] {
    const { terms, stateVars, pc } = this.#system;
    const numbers = stateVars.flatMap(({ term }, v) =>
      v !== pc && terms.sort(term).kind === 'bv' && terms.width(term) > 1 ? [term] : [],
    );
    const compared = numbers.slice(0, MOST_ORDERED);
    return compared.flatMap((x) =>
      compared.flatMap((y) => {
        if (x === y) return [];
        const width = Math.max(terms.width(x), terms.width(y));
        const said = terms.ule(terms.zext(x, width), terms.zext(y, width));
        return this.#holds(id, said) ? [said] : [];
      }),
    );
  }

  /** Clauses of two literals neither of which holds alone. */
  clauses(predicates: readonly Term[]): Term[] {
    const { terms } = this.#system;
    return this.#everywhere((id) => {
      if (this.#evaluators[id].length === 0) return [];
      const open = predicates
        .filter((p) => !this.#holds(id, p) && !this.#holds(id, terms.not(p)))
        .slice(0, MOST_LITERALS);
      const found: Term[] = [];
      open.forEach((p, i) => {
        for (const q of open.slice(i + 1)) {
          for (const a of [p, terms.not(p)]) {
            for (const b of [q, terms.not(q)]) {
              const clause = terms.or(a, b);
              if (this.#holds(id, clause)) found.push(clause);
            }
          }
        }
      });
      return found;
    });
  }

  /** The candidates of all blocks, one of each in turn: those at the front are about all blocks. */
  #everywhere(make: (block: number) => readonly Term[]): Term[] {
    const { terms } = this.#system;
    const found = this.#blocks.map((id) => {
      const own = make(id).slice(0, MOST_AT_BLOCK);
      return own.map((t) => guarded(this.#system, id, t)).filter((t) => t !== terms.true);
    });
    const longest = found.reduce((most, own) => Math.max(most, own.length), 0);
    return Array.from({ length: longest }, (_, i) => found.flatMap((own) => own.slice(i, i + 1))).flat();
  }

  #holds(block: number, t: Term): boolean {
    return this.#evaluators[block].every((evaluator) => evaluator.value(t) === true);
  }
}
