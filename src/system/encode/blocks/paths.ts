import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { NumberQueue } from './queue.ts';

/**
 * A path within a block, as a node of the tree of decisions taken since the block's start. Nodes share
 * guards along the tree. When both sides of a decision meet again, the result is the node before the
 * decision. So guards do not grow with closed diamonds.
 */
export interface PathNode {
  readonly parent: PathNode | null;
  /** The decision of which this is one side; null for the root and for unions. */
  readonly decision: Decision | null;
  readonly positive: boolean;
  readonly depth: number;
  /** The condition over state and inputs under which a step gets here. */
  readonly guard: Term;
  /**
   * The nodes that make up a union of paths that close no diamond, and the union's condition relative to
   * `parent`. `members` is null where there are too many. The field is null for all other nodes.
   */
  readonly union: { readonly members: Members; readonly condition: Term } | null;
}

/** A decision at a node. Its two sides are made at their first use. */
export interface Decision {
  readonly parent: PathNode;
  readonly condition: Term;
  positive: PathNode | null;
  negative: PathNode | null;
}

/**
 * Limit of the nodes of a union that may be taken apart again. The guard of a larger union stays a
 * disjunction.
 */
const MEMBER_LIMIT = 256;

/** The nodes of a union; null where there are too many to record. */
type Members = readonly PathNode[] | null;

function together(a: Members, b: Members): Members {
  return a === null || b === null || a.length + b.length > MEMBER_LIMIT ? null : [...a, ...b];
}

/** The tree of decisions within one block. */
export class Paths {
  readonly root: PathNode;

  constructor(private readonly terms: TermStore) {
    this.root = { parent: null, decision: null, positive: true, depth: 0, guard: terms.true, union: null };
  }

  decide(parent: PathNode, condition: Term): Decision {
    return { parent, condition, positive: null, negative: null };
  }

  /**
   * Returns one side of a decision, the same node each time. The guard may be false: such a path does
   * not exist.
   */
  side(decision: Decision, positive: boolean): PathNode {
    const known = positive ? decision.positive : decision.negative;
    if (known !== null) return known;
    const { terms } = this;
    const { parent } = decision;
    const condition = positive ? decision.condition : terms.not(decision.condition);
    const guard = terms.and(parent.guard, condition);
    const depth = parent.depth + 1;
    const node: PathNode =
      condition === terms.true ? parent : { parent, decision, positive, depth, guard, union: null };
    if (positive) decision.positive = node;
    else decision.negative = node;
    return node;
  }

  exists(node: PathNode): boolean {
    return node.guard !== this.terms.false;
  }

  /**
   * Joins exclusive paths, the deepest first, so that each `merge(condition, whenTrue, whenFalse)`
   * decides by one condition. There must be at least one arrival; arrivals are at distinct nodes, none
   * above another.
   */
  join<T>(
    arrivals: readonly { readonly node: PathNode; readonly item: T }[],
    merge: (condition: Term, a: T, b: T) => T,
  ): { node: PathNode; item: T } {
    if (arrivals.length === 1) return { node: arrivals[0].node, item: arrivals[0].item };
    return new Join(this.terms, merge).run(arrivals);
  }
}

interface Entry<T> {
  readonly node: PathNode;
  item: T;
  /** The entry's condition relative to the node; true when it covers the whole node. */
  condition: Term;
  members: Members;
  /** The greatest depth of a member. */
  depth: number;
}

class Join<T> {
  readonly #entries = new Map<PathNode, Entry<T>>();
  /** Nodes by depth that have or had an entry. */
  readonly #levels = new Map<number, PathNode[]>();
  /** The depths in `levels`, the greatest first. */
  readonly #depths = new NumberQueue((depth) => -depth);

  constructor(
    private readonly terms: TermStore,
    private readonly merge: (condition: Term, a: T, b: T) => T,
  ) {}

  run(arrivals: readonly { readonly node: PathNode; readonly item: T }[]): { node: PathNode; item: T } {
    for (const { node, item } of arrivals) this.#add(this.#single(node, item));
    while (this.#entries.size > 1) this.#lift(this.#deepest());
    const [entry] = this.#entries.values();
    return { node: this.#result(entry), item: entry.item };
  }

  #single(node: PathNode, item: T): Entry<T> {
    return { node, item, condition: this.terms.true, members: [node], depth: node.depth };
  }

  #result(entry: Entry<T>): PathNode {
    const { node, condition, members, depth } = entry;
    if (condition === this.terms.true) return node;
    if (members?.length === 1) return members[0];
    const guard = this.terms.and(node.guard, condition);
    // The union lies deeper than its members. A later join therefore takes it apart before it looks at
    // their siblings.
    return { parent: node, decision: null, positive: true, depth: depth + 1, guard, union: { members, condition } };
  }

  #add(entry: Entry<T>): void {
    const { terms } = this;
    const { node } = entry;
    const other = this.#entries.get(node);
    if (other === undefined) {
      this.#entries.set(node, entry);
      const level = this.#levels.get(node.depth);
      if (level === undefined) {
        this.#levels.set(node.depth, [node]);
        this.#depths.add(node.depth);
      } else level.push(node);
      return;
    }
    // The entries are two parts of one node, and neither is a side of a decision there.
    other.item = this.merge(entry.condition, entry.item, other.item);
    other.condition = terms.or(entry.condition, other.condition);
    other.members = together(other.members, entry.members);
    other.depth = Math.max(other.depth, entry.depth);
  }

  #deepest(): Entry<T> {
    for (;;) {
      const depth = this.#depths.first()!;
      const node = this.#levels.get(depth)!.pop();
      if (node === undefined) {
        this.#depths.take();
        this.#levels.delete(depth);
        continue;
      }
      const entry = this.#entries.get(node);
      if (entry !== undefined) return entry;
    }
  }

  /** Moves an entry one decision up, with its sibling if the sibling is present. */
  #lift(entry: Entry<T>): void {
    const { terms } = this;
    const entries = this.#entries;
    const { node } = entry;
    entries.delete(node);
    if (node.union !== null) {
      const { members, condition } = node.union;
      if (entry.condition === terms.true && members !== null) {
        for (const member of members) this.#add(this.#single(member, entry.item));
      } else {
        this.#add({ ...entry, node: node.parent!, condition: terms.and(condition, entry.condition) });
      }
      return;
    }
    const decision = node.decision!;
    const sibling = this.#siblingOf(entry);
    const positive = node.positive ? entry : sibling;
    const negative = node.positive ? sibling : entry;
    const c = decision.condition;
    if (sibling === null) {
      const side = node.positive ? c : terms.not(c);
      this.#add({ ...entry, node: decision.parent, condition: terms.and(side, entry.condition) });
      return;
    }
    entries.delete(sibling.node);
    const a = positive!;
    const b = negative!;
    const whole = a.condition === terms.true && b.condition === terms.true;
    this.#add({
      node: decision.parent,
      item: a.item === b.item ? a.item : this.merge(c, a.item, b.item),
      condition: whole ? terms.true : terms.ite(c, a.condition, b.condition),
      members: whole ? [decision.parent] : together(a.members, b.members),
      depth: whole ? decision.parent.depth : Math.max(a.depth, b.depth),
    });
  }

  #siblingOf(entry: Entry<T>): Entry<T> | null {
    const { decision, positive } = entry.node;
    const sibling = positive ? decision!.negative : decision!.positive;
    return sibling === null || sibling === entry.node ? null : (this.#entries.get(sibling) ?? null);
  }
}
