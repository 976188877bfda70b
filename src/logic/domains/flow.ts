import type { Term } from '../terms/builder.ts';
import type { TermStore } from '../terms/store.ts';

/**
 * A program for dataflow analysis: nodes, and the effect of steps from each node on the observed
 * terms.
 */
export interface Flow {
  readonly terms: TermStore;
  /** Terms with values: the state variables, and possibly further terms over them. */
  readonly observed: readonly Term[];
  readonly nodes: readonly FlowNode[];
  readonly starts: readonly FlowStart[];
  /** The terms of the steps, in groups that may share some. */
  readonly vocabulary: readonly (readonly Term[])[];
}

/** A node of a flow, with the steps from it. */
export interface FlowNode {
  /** Values that observed terms, by index, have by definition of the node. */
  readonly fixed: ReadonlyMap<number, bigint>;
  /** Known facts at the node, over the observed terms. */
  readonly facts: readonly Term[];
  /**
   * The cases of its steps: always the same objects, possibly made on demand, when a run reaches the
   * node.
   */
  readonly cases: readonly FlowCase[];
}

/** A part of the steps from a node. */
export interface FlowCase {
  /** Conditions that all hold in such a step. */
  readonly conditions: readonly Term[];
  /** The observed terms after the step. */
  readonly next: readonly Term[];
  readonly ways: readonly { readonly to: number; readonly condition: Term }[];
}

/** A node where runs start, with their values of the observed terms. */
export interface FlowStart {
  readonly node: number;
  readonly condition: Term;
  readonly values: readonly Term[];
}
