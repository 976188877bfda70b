import type { Term } from '../terms/builder.ts';
import type { TermStore } from '../terms/store.ts';

/** A program for dataflow analysis: nodes, and what a step from a node does to the observed terms. */
export interface Flow {
  readonly terms: TermStore;
  /** What values are kept of: the state variables, and perhaps further terms over them. */
  readonly observed: readonly Term[];
  readonly nodes: readonly FlowNode[];
  readonly starts: readonly FlowStart[];
  /** The terms that the steps are made of, in groups that may share some. */
  readonly vocabulary: readonly (readonly Term[])[];
}

export interface FlowNode {
  /** Values that observed terms, by index, have by definition of the node. */
  readonly fixed: ReadonlyMap<number, bigint>;
  /** What is known here already, over the observed terms. */
  readonly facts: readonly Term[];
  /** Always the same objects; perhaps made when they are first looked at, as they are once a run reaches the node. */
  readonly cases: readonly FlowCase[];
}

/** A part of the steps from a node. */
export interface FlowCase {
  /** All hold in such a step. */
  readonly conditions: readonly Term[];
  /** The observed terms after the step. */
  readonly next: readonly Term[];
  readonly ways: readonly { readonly to: number; readonly condition: Term }[];
}

/** Where runs begin, and with what values of the observed terms. */
export interface FlowStart {
  readonly node: number;
  readonly condition: Term;
  readonly values: readonly Term[];
}
