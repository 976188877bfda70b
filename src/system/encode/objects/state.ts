import type { Term } from '../../../logic/terms/builder.ts';
import { NO_TERM } from '../../../logic/terms/builder.ts';

const BITS = 4;
const FAN = 1 << BITS;
const MASK = FAN - 1;
/** Levels of inner nodes above the leaves: FAN^5 = 1M cells. */
const LEVELS = 4;

export const MAX_CELLS = FAN ** (LEVELS + 1);

/**
 * Marks a cell whose object was declared and not assigned since. The content is an input, made at the
 * first read.
 */
export const UNINITIALISED: Term = -2;

type Leaf = readonly Term[];
type Node = readonly (Node | Leaf | null)[];

const EMPTY_NODE: Node = new Array<null>(FAN).fill(null);
const EMPTY_LEAF: Leaf = new Array<Term>(FAN).fill(NO_TERM);

/**
 * The content of all memory cells at one location: a persistent map from cell numbers to terms (a trie
 * of fixed depth). A missing cell has its block's default value. Changing one cell copies one path.
 * Comparing or merging two versions takes time in proportion to their differences. So a block of n
 * branches costs n times the changed cells, whatever the number of cells.
 */
export class State {
  static readonly EMPTY = new State(EMPTY_NODE);

  private constructor(private readonly root: Node) {}

  /** The cell's content, or NO_TERM if missing. */
  get(cell: number): Term {
    let node: Node = this.root;
    for (let level = LEVELS; level > 1; level--) {
      const next = node[(cell >> (BITS * level)) & MASK];
      if (next === null) return NO_TERM;
      node = next as Node;
    }
    const leaf = node[(cell >> BITS) & MASK] as Leaf | null;
    return leaf === null ? NO_TERM : leaf[cell & MASK];
  }

  /** Returns the state with one cell changed; NO_TERM removes the cell. */
  set(cell: number, value: Term): State {
    if (this.get(cell) === value) return this;
    return new State(setIn(this.root, LEVELS, cell, value) as Node);
  }

  /** Calls `visit` for every present cell, in increasing order. */
  forEach(visit: (cell: number, value: Term) => void): void {
    each(this.root, LEVELS, 0, visit);
  }

  /** Calls `visit` for every cell in which the two states differ (NO_TERM for a missing one). */
  differences(other: State, visit: (cell: number, mine: Term, theirs: Term) => void): void {
    differ(this.root, other.root, LEVELS, 0, visit);
  }

  /** Merges two states: cells that agree stay, all others become `choose(cell, mine, theirs)`. */
  merge(other: State, choose: (cell: number, mine: Term, theirs: Term) => Term): State {
    if (this.root === other.root) return this;
    const root = mergeIn(this.root, other.root, LEVELS, 0, choose) as Node;
    return root === this.root ? this : root === other.root ? other : new State(root);
  }
}

function setIn(node: Node | Leaf | null, level: number, cell: number, value: Term): Node | Leaf {
  const at = (cell >> (BITS * level)) & MASK;
  if (level === 0) {
    const copy = ((node as Leaf | null) ?? EMPTY_LEAF).slice();
    copy[at] = value;
    return copy;
  }
  const copy = ((node as Node | null) ?? EMPTY_NODE).slice();
  copy[at] = setIn(copy[at], level - 1, cell, value);
  return copy;
}

function each(node: Node | Leaf | null, level: number, base: number, visit: (cell: number, value: Term) => void): void {
  if (node === null) return;
  for (let i = 0; i < FAN; i++) {
    if (level > 0) each((node as Node)[i], level - 1, (base << BITS) | i, visit);
    else if ((node as Leaf)[i] !== NO_TERM) visit((base << BITS) | i, (node as Leaf)[i]);
  }
}

function differ(
  a: Node | Leaf | null,
  b: Node | Leaf | null,
  level: number,
  base: number,
  visit: (cell: number, mine: Term, theirs: Term) => void,
): void {
  if (a === b) return;
  for (let i = 0; i < FAN; i++) {
    const cell = (base << BITS) | i;
    if (level > 0)
      differ(a === null ? null : (a as Node)[i], b === null ? null : (b as Node)[i], level - 1, cell, visit);
    else {
      const mine = a === null ? NO_TERM : (a as Leaf)[i];
      const theirs = b === null ? NO_TERM : (b as Leaf)[i];
      if (mine !== theirs) visit(cell, mine, theirs);
    }
  }
}

/**
 * Merges two subtrees. A result that equals one side is that side itself, so that later comparisons
 * stay short.
 */
function mergeIn(
  a: Node | Leaf | null,
  b: Node | Leaf | null,
  level: number,
  base: number,
  choose: (cell: number, mine: Term, theirs: Term) => Term,
): Node | Leaf | null {
  if (a === b) return a;
  const left = a ?? (level > 0 ? EMPTY_NODE : EMPTY_LEAF);
  const right = b ?? (level > 0 ? EMPTY_NODE : EMPTY_LEAF);
  const result: (Node | Leaf | Term | null)[] = new Array(FAN);
  let sameLeft = true;
  let sameRight = true;
  for (let i = 0; i < FAN; i++) {
    const x = left[i];
    const y = right[i];
    let merged: Node | Leaf | Term | null = x;
    if (x !== y) {
      const cell = (base << BITS) | i;
      merged =
        level > 0
          ? mergeIn(x as Node | Leaf | null, y as Node | Leaf | null, level - 1, cell, choose)
          : choose(cell, x as Term, y as Term);
    }
    result[i] = merged;
    if (merged !== x) sameLeft = false;
    if (merged !== y) sameRight = false;
  }
  return sameLeft ? a : sameRight ? b : (result as Node | Leaf);
}
