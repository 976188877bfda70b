import type { CallStructure } from './call-structure.ts';
import type { LinkLimits } from './program.ts';

/** Edges that a call adds to those of the body. */
export const ENTER_AND_LEAVE = 2;

/** Largest number of edges or copies that is told apart from more. */
const MOST = 1e15;
/** Rounds in which functions are chosen; few are chosen in each, so that the later choices know the earlier ones. */
const ROUNDS = 64;

/**
 * Which functions are laid out once, with a variable that says where to return; all others are inlined. Recursive ones have to be. Of the
 * rest, inlining is preferred as long as the program stays small, since it tells the calls of a function apart and needs no cut points:
 * beyond `limits.inlined` edges those functions are chosen whose copies would cost most, and some in chains of calls deeper than
 * `limits.depth`. By position in `structure.functions`, 1 for laid out once.
 */
export function chooseShared(structure: CallStructure, limits: LinkLimits): Uint8Array {
  const { functions, recursive, components } = structure;
  const shared = Uint8Array.from(recursive);
  const order = functions.map((_, at) => at).sort((a, b) => components[b]! - components[a]!);
  cutChains(structure, order, shared, limits.depth);
  const batch = Math.ceil(functions.length / ROUNDS);
  for (;;) {
    const { total, sizes, copies } = measure(structure, order, shared);
    if (total <= limits.inlined) return shared;
    const candidates: { at: number; saved: number }[] = [];
    for (const at of order) {
      const saved = (copies[at]! - 1) * sizes[at]!;
      if (mayShare(structure, at) && shared[at] === 0 && saved > 0) candidates.push({ at, saved });
    }
    if (candidates.length === 0) return shared;
    candidates.sort((a, b) => b.saved - a.saved);
    for (const { at } of candidates.slice(0, batch)) shared[at] = 1;
  }
}

/** What a variadic function is called with depends on the call. */
function mayShare({ functions }: CallStructure, at: number): boolean {
  return at !== 0 && !functions[at]!.type.variadic;
}

/** Marks functions so that no chain of inlined calls is longer than `depth`. `order`: callers before callees. */
function cutChains(structure: CallStructure, order: readonly number[], shared: Uint8Array, depth: number): void {
  const { sites } = structure;
  const depths = new Int32Array(sites.length);
  for (const at of order) {
    if (depths[at]! > depth && mayShare(structure, at)) shared[at] = 1;
    const below = shared[at] === 1 ? 1 : depths[at]! + 1;
    for (const { callee } of sites[at]!) depths[callee] = Math.max(depths[callee]!, below);
  }
}

interface Measures {
  /** Edges of the whole program. */
  readonly total: number;
  /** By function: edges of one copy with what is inlined into it. */
  readonly sizes: Float64Array;
  /** By function: how many copies there are. */
  readonly copies: Float64Array;
}

function measure({ functions, sites }: CallStructure, order: readonly number[], shared: Uint8Array): Measures {
  const sizes = new Float64Array(functions.length);
  for (let i = order.length - 1; i >= 0; i--) {
    const at = order[i]!;
    let size = functions[at]!.edges.length;
    for (const { callee } of sites[at]!) size += ENTER_AND_LEAVE + (shared[callee] === 1 ? 0 : sizes[callee]!);
    sizes[at] = Math.min(size, MOST);
  }
  const copies = new Float64Array(functions.length);
  copies[0] = 1;
  let total = sizes[0]!;
  for (const at of order) {
    if (shared[at] === 1) {
      copies[at] = 1;
      if (at !== 0) total += sizes[at]!;
    }
    for (const { callee } of sites[at]!) copies[callee] = Math.min(copies[callee]! + copies[at]!, MOST);
  }
  return { total, sizes, copies };
}
