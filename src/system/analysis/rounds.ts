import { Fixpoint, type Values } from '../../logic/domains/fixpoint.ts';
import type { Value } from '../../logic/domains/value.ts';
import { VALUES } from '../../logic/domains/values.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { substitute } from '../../logic/terms/substitute.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { atBlock } from '../transys/control.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { availableFormulas } from './available.ts';
import { carriedInequalities } from './carried.ts';
import { differences } from './differences.ts';
import { entryBounds } from './entry-bounds.ts';
import { entryGuards } from './entry-guards.ts';
import { equalities } from './equalities.ts';
import { type BlockValues, type Fact, valueFacts, valuesByBlock } from './facts.ts';
import { objectsAtEntry, offsetsByObject } from './halves.ts';
import { hullInequalities } from './hulls.ts';
import { keptGuards } from './kept-guards.ts';
import { type Partition, partitions } from './partition.ts';
import { type PlacedFlow, placedFlow } from './places.ts';
import { relatedTerms } from './related-terms.ts';
import { withDecisions } from './steps.ts';

/** The precision and the limits of one round of the analysis. */
export interface Precision {
  readonly name: string;
  /** Most cases of a step. */
  readonly cases: number;
  /** Most places at a block. */
  readonly places: number;
  /** Distinguish places also by variables of many values. */
  readonly classes: boolean;
  /** Most observed array elements. */
  readonly cells: number;
  /** Observe the offsets of pointers by the object to which they lead. */
  readonly offsets: boolean;
  /** Compute relations between variables. */
  readonly relations: boolean;
  /** Changes of a value before it is widened. */
  readonly patience: number;
  /** Most evaluated terms. */
  readonly effort: number;
}

const VALUES_ONLY: Precision = {
  name: 'values',
  cases: 1,
  places: 1,
  classes: false,
  cells: 0,
  offsets: false,
  relations: false,
  patience: 3,
  effort: 3_000_000,
};
const CASES: Precision = { ...VALUES_ONLY, name: 'cases', cases: 24, cells: 64, relations: true, effort: 10_000_000 };

/** The rounds, cheap ones first. */
export const PRECISIONS: readonly Precision[] = [
  VALUES_ONLY,
  { ...VALUES_ONLY, name: 'offsets', offsets: true, effort: 10_000_000 },
  CASES,
  { ...CASES, name: 'places', places: 16, effort: 30_000_000 },
  { ...CASES, name: 'more places', places: 256, classes: true, effort: 60_000_000 },
  {
    ...CASES,
    name: 'many places',
    cases: 96,
    places: 4096,
    classes: true,
    cells: 128,
    patience: 34,
    effort: 200_000_000,
  },
];

/** Most terms visited while splitting into cases, as a multiple of the effort. */
const SPLITTING = 0.1;

/** The result of one round of the analysis. */
export interface RoundResult {
  /** Facts that were not known before, in sets that are inductive together with the sets before them. */
  readonly facts: readonly (readonly Fact[])[];
  /** Formulas that hold when a block is entered from another one, and that steps within it may break. */
  readonly candidates: readonly Fact[];
  /** Inequalities between sums: candidates that may take a solver long. */
  readonly sums: readonly Fact[];
  readonly values: BlockValues;
  /** The conditions of the reached places, by block; empty for blocks with at most one reached place. */
  readonly places: readonly (readonly Term[])[];
}

/**
 * One round of the analysis of a system's cut points, given the values that the round before found
 * (null at first) and other facts, by block. All facts together are inductive, relative to the given
 * ones.
 */
export function analyseRound(
  system: TransitionSystem,
  precision: Precision,
  before: BlockValues | null,
  given: readonly (readonly Term[])[],
  stopped: () => boolean,
): RoundResult {
  const nothing: Partition = new Map();
  const offsets = before === null || !precision.offsets ? [] : offsetsByObject(system, before);
  if (before !== null && precision.offsets && offsets.length === 0)
    return { facts: [], candidates: [], sums: [], values: before, places: system.blocks.map(() => []) };
  const flow = placedFlow(system, {
    partitions:
      before === null
        ? system.blocks.map(() => nothing)
        : partitions(system, before, precision.places, precision.classes),
    derived: [
      ...(precision.cells === 0 ? [] : [...(system.measures ?? []), ...arrayCells(system, precision.cells)]).map(
        (term) => ({ term }),
      ),
      ...offsets,
    ],
    facts: given,
    cases: precision.cases,
    work: precision.effort * SPLITTING,
    stopped,
  });
  const options = { stopped, effort: precision.effort, patience: precision.patience };
  const solution = new Fixpoint(VALUES, flow, options);
  const facts = valueFacts(system, flow, solution.values, before);
  const plain = valuesByBlock(system, flow, solution.values);
  const places = reachedPlaces(system, flow, solution.values);
  const found = { values: plain, candidates: [], sums: [], places };
  if (precision.offsets) {
    const candidates = objectsAtEntry(system, flow, solution);
    return { ...found, facts: [facts], candidates, values: before ?? plain };
  }
  if (stopped()) return { ...found, facts: [facts] };
  if (!precision.relations) return { ...found, facts: [facts], candidates: entryBounds(system, flow, solution) };
  const bounded = differences(system, flow, solution, stopped);
  const groups = relatedTerms(system, flow, solution);
  const related = [equalities(system, flow, solution, groups, stopped), bounded];
  const relations = unknownYet(
    system,
    related.flatMap((r) => r.facts),
    given,
  );
  const candidates =
    precision.places > 1
      ? []
      : [
          ...bounded.candidates,
          ...entryGuards(system, flow, solution),
          ...keptGuards(system, flow, solution),
          ...carriedInequalities(system, flow, solution, groups),
          ...availableFormulas(system, flow, solution),
        ];
  const sums = precision.places > 1 ? [] : hullInequalities(system, flow, solution);
  const decisions = related.flatMap((r) => r.decisions);
  if (decisions.length === 0 || stopped()) return { ...found, facts: [facts, relations], candidates, sums };
  // The decided comparisons may make the values more precise.
  const again = new Fixpoint(VALUES, withDecisions(flow, decisions), options);
  const sharper = valueFacts(system, flow, again.values, plain);
  const values = valuesByBlock(system, flow, again.values);
  return { ...found, values, facts: [facts, relations, sharper], candidates, sums };
}

function reachedPlaces(
  { blocks }: TransitionSystem,
  { places }: PlacedFlow,
  values: readonly (Values<Value> | null)[],
): readonly (readonly Term[])[] {
  const result: Term[][] = blocks.map(() => []);
  places.forEach((place, id) => {
    if (values[id] !== null) result[place.block].push(place.at);
  });
  return result.map((of) => (of.length > 1 ? of : []));
}

/** Facts about single places of a block that the given facts about the block do not imply. */
function unknownYet(
  system: TransitionSystem,
  facts: readonly Fact[],
  given: readonly (readonly Term[])[],
): readonly Fact[] {
  const { terms } = system;
  return facts.filter(({ block, formula }) => {
    const assumed = given[block].map((t) => [t, terms.true] as const);
    if (assumed.length === 0) return true;
    return substitute(terms, atBlock(system, block).apply(formula), assumed) !== terms.true;
  });
}

/** Arrays whose index has at most this many values are observed as a whole. */
const SMALL_ARRAY = 32n;

/**
 * Elements of array variables that are worth observing. These are all elements of small arrays, and
 * those of other arrays at constant indices that the program reads or writes; at most `most`.
 */
function arrayCells({ terms, stateVars, blocks }: TransitionSystem, most: number): readonly Term[] {
  const arrays = stateVars.map((v) => v.term).filter((t) => isWordArray(t));
  const cells = new Set<Term>();
  if (arrays.length === 0) return [];
  function isWordArray(t: Term): boolean {
    const sort = terms.sort(t);
    return (
      sort.kind === 'array' && sort.index.kind === 'bv' && (sort.element.kind === 'bv' || sort.element.kind === 'bool')
    );
  }
  const add = (array: Term, index: Term): void => {
    if (cells.size < most) cells.add(terms.select(array, index));
  };
  for (const array of arrays) {
    const sort = terms.sort(array);
    if (sort.kind !== 'array' || sort.index.kind !== 'bv' || 1n << BigInt(sort.index.width) > SMALL_ARRAY) continue;
    for (let i = 0; i < 2 ** sort.index.width; i++) add(array, terms.bv(sort.index.width, i));
  }
  const indices = new Map<number, Set<Term>>();
  for (const block of blocks) {
    for (const t of postorder(terms, [block.feasible, block.bad, ...block.next])) {
      const op = terms.op(t);
      if ((op !== Op.SELECT && op !== Op.STORE) || !terms.isBv(terms.arg(t, 1))) continue;
      const sort = terms.sortId(terms.arg(t, 0));
      let known = indices.get(sort);
      if (known === undefined) indices.set(sort, (known = new Set()));
      known.add(terms.arg(t, 1));
    }
  }
  for (const array of arrays) for (const index of indices.get(terms.sortId(array)) ?? []) add(array, index);
  return [...cells].filter((t) => terms.op(t) === Op.SELECT);
}
