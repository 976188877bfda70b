import type { CallStructure } from './call-structure.ts';
import type { LinkLimits } from './limits.ts';

/** Edges that a call adds to those of the body. */
export const ENTER_AND_LEAVE = 2;

/** Limit of the edges or copies that are counted exactly. */
const MOST = 1e15;
/**
 * Rounds in which functions are chosen. Each round chooses few, so that later choices know the earlier
 * ones.
 */
const ROUNDS = 64;

/**
 * Returns the functions that have to be laid out once, with a variable that holds where to return.
 * These are recursive ones, and some in chains of calls deeper than `limits.depth`. The result has 1
 * for them, by position in `structure.functions`.
 */
export function sharedAnyway(structure: CallStructure, limits: LinkLimits): Uint8Array {
  const shared = Uint8Array.from(structure.recursive);
  cutChains(structure, callersFirst(structure), shared, limits.depth);
  return shared;
}

/**
 * Chooses further functions to lay out once, those whose copies cost most, so that the program has
 * about `limits.inlined` edges. Inlining is better in smaller programs, since it distinguishes the
 * calls of a function and needs no cut points.
 */
export function chooseShared(structure: CallStructure, anyway: Uint8Array, limits: LinkLimits): Uint8Array {
  const { functions } = structure;
  const shared = Uint8Array.from(anyway);
  const order = callersFirst(structure);
  const batch = Math.ceil(functions.length / ROUNDS);
  for (;;) {
    const { total, sizes, copies } = measure(structure, order, shared);
    if (total <= limits.inlined) return shared;
    const candidates: { at: number; saved: number }[] = [];
    for (const at of order) {
      const saved = (copies[at] - 1) * sizes[at];
      if (mayShare(structure, at) && shared[at] === 0 && saved > 0) candidates.push({ at, saved });
    }
    if (candidates.length === 0) return shared;
    candidates.sort((a, b) => b.saved - a.saved);
    for (const { at } of candidates.slice(0, batch)) shared[at] = 1;
  }
}

function callersFirst({ functions, components }: CallStructure): number[] {
  return functions.map((_, at) => at).sort((a, b) => components[b] - components[a]);
}

/**
 * Whether the function may be laid out once. A variadic function may not, as its arguments depend on
 * the call.
 */
function mayShare({ functions }: CallStructure, at: number): boolean {
  return at !== 0 && !functions[at].type.variadic;
}

/**
 * Marks functions so that no chain of inlined calls is longer than `depth`. `order`: callers before
 * callees.
 */
function cutChains(structure: CallStructure, order: readonly number[], shared: Uint8Array, depth: number): void {
  const { sites } = structure;
  const depths = new Int32Array(sites.length);
  for (const at of order) {
    if (depths[at] > depth && mayShare(structure, at)) shared[at] = 1;
    const below = shared[at] === 1 ? 1 : depths[at] + 1;
    for (const { callee } of sites[at]) depths[callee] = Math.max(depths[callee], below);
  }
}

interface Measures {
  /** Edges of the whole program. */
  readonly total: number;
  /** Edges of one copy with all calls inlined into it, by function. */
  readonly sizes: Float64Array;
  /** Number of copies, by function. */
  readonly copies: Float64Array;
}

function measure({ functions, sites }: CallStructure, order: readonly number[], shared: Uint8Array): Measures {
  const sizes = new Float64Array(functions.length);
  for (let i = order.length - 1; i >= 0; i--) {
    const at = order[i];
    let size = functions[at].edges.length;
    for (const { callee } of sites[at]) size += ENTER_AND_LEAVE + (shared[callee] === 1 ? 0 : sizes[callee]);
    sizes[at] = Math.min(size, MOST);
  }
  const copies = new Float64Array(functions.length);
  copies[0] = 1;
  let total = sizes[0];
  for (const at of order) {
    if (shared[at] === 1) {
      copies[at] = 1;
      if (at !== 0) total += sizes[at];
    }
    for (const { callee } of sites[at]) copies[callee] = Math.min(copies[callee] + copies[at], MOST);
  }
  return { total, sizes, copies };
}
