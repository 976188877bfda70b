import type { SourceLocation } from '../../base/source.ts';
import type { Edge, Expr, Location, Operation } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { Activation, Flags, Node } from './unfolding.ts';

/** The nodes of an unfolding, one for each place, activation and state of a thread. */
export class Nodes {
  readonly list: Node[] = [];
  readonly #known = new Map<string, Node>();
  readonly #activations = new Map<Activation, number>();

  /** The node of a place; a new one at the first call. */
  node(activation: Activation, location: Location, alternative: number, flags: Flags): Node {
    let number = this.#activations.get(activation);
    if (number === undefined) this.#activations.set(activation, (number = this.#activations.size));
    const key = `${number}:${location}:${alternative}:${flags.block ? 1 : 0}${flags.inner ? 1 : 0}:${flags.beside}:${flags.held}`;
    let node = this.#known.get(key);
    if (node === undefined) {
      node = { id: this.list.length, activation, location, alternative, flags, steps: [] };
      this.#known.set(key, node);
      this.list.push(node);
    }
    return node;
  }

  /** Adds a step of one operation. */
  plain(node: Node, to: Node | null, op: Operation, at: SourceLocation, source: Operation | null): void {
    node.steps.push({ to, at, source, what: { kind: 'operations', operations: op.kind === 'skip' ? [] : [op] } });
  }

  /** Adds the end of a thread, with which lifetimes end. `all`: the program ends with it. */
  end(
    node: Node,
    value: Expr | null,
    at: SourceLocation,
    source: Operation | null,
    ends: readonly Operation[] | 'all',
  ): void {
    const what = { kind: 'end', all: ends === 'all', value, ends: ends === 'all' ? [] : ends } as const;
    node.steps.push({ to: null, at, source, what });
  }

  /** Adds a step that has no meaning. */
  gap(node: Node, construct: string, at: SourceLocation, to: Node | null): void {
    const operations: Operation[] = [{ kind: 'unsupported', construct, unread: true }];
    node.steps.push({ to, at, source: null, what: { kind: 'operations', operations } });
  }

  /** The node behind a call that gives 0, with the assignment of the result before it. */
  afterResult(activation: Activation, edge: Edge, flags: Flags, give: (value: Expr) => Operation[]): Node {
    return this.behindResult(activation, edge, flags, give(make.ZERO));
  }

  /** The node behind a call, with operations before it. */
  behindResult(activation: Activation, edge: Edge, flags: Flags, operations: readonly Operation[]): Node {
    if (operations.length === 0) return this.node(activation, edge.to, 0, flags);
    // A place of its own, which the function's automaton does not have.
    const between = this.node(activation, -1 - edge.id, 0, flags);
    if (between.steps.length === 0) {
      const to = this.node(activation, edge.to, 0, flags);
      between.steps.push({ to, at: edge.at, source: null, what: { kind: 'operations', operations } });
    }
    return between;
  }
}
