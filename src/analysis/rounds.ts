import { Fixpoint } from '../domains/fixpoint.ts';
import { VALUES } from '../domains/values.ts';
import type { Term } from '../smt/builder.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { arrayCells } from './cells.ts';
import { equalityFacts } from './equalities.ts';
import { type BlockValues, type Fact, valueFacts, valuesByBlock } from './facts.ts';
import { partitions } from './partition.ts';
import { placedFlow } from './places.ts';

/** How closely a round of the analysis looks. */
export interface Precision {
  readonly name: string;
  /** Most cases of a step. */
  readonly cases: number;
  /** Most places at a block. */
  readonly places: number;
  /** Most array elements observed. */
  readonly cells: number;
  /** Whether variables are related with each other. */
  readonly relations: boolean;
  /** Most evaluated terms. */
  readonly effort: number;
}

/** Cheap ones first. */
export const PRECISIONS: readonly Precision[] = [
  { name: 'values', cases: 1, places: 1, cells: 0, relations: false, effort: 3_000_000 },
  { name: 'cases', cases: 24, places: 1, cells: 64, relations: true, effort: 10_000_000 },
  { name: 'places', cases: 24, places: 16, cells: 64, relations: true, effort: 30_000_000 },
  { name: 'more places', cases: 96, places: 128, cells: 128, relations: true, effort: 100_000_000 },
];

/** Terms that splitting into cases may look at, as a multiple of the effort. */
const SPLITTING = 0.1;

export interface RoundResult {
  /** What was not known before of single variables; inductive by itself. */
  readonly facts: readonly Fact[];
  /** What is known of several variables; inductive together with the facts. */
  readonly relations: readonly Fact[];
  readonly values: BlockValues;
}

/**
 * One round of the analysis of a system's cut points, given the values that the round before found (null at first) and facts of other kinds, by
 * block. All facts together are inductive, relative to those given.
 */
export function analyseRound(
  system: TransitionSystem,
  precision: Precision,
  before: BlockValues | null,
  given: readonly (readonly Term[])[],
  stopped: () => boolean,
): RoundResult {
  const nothing = new Map<number, readonly bigint[]>();
  const flow = placedFlow(system, {
    partitions: before === null ? system.blocks.map(() => nothing) : partitions(system, before, precision.places),
    derived: arrayCells(system, precision.cells),
    facts: given,
    cases: precision.cases,
    work: precision.effort * SPLITTING,
  });
  const solution = new Fixpoint(VALUES, flow, { stopped, effort: precision.effort });
  const facts = valueFacts(system, flow, solution.values, before);
  const relations = precision.relations ? equalityFacts(system, flow, solution, stopped) : [];
  return { facts, relations, values: valuesByBlock(system, flow, solution.values) };
}
