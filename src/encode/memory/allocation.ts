import { NEVER_FAIL } from '../../cfa/assumptions.ts';
import type { AutomatonFunction, Expr, Place } from '../../cfa/automaton.ts';
import type { LinkedEdge } from '../../cfa/linked.ts';
import { NO_TERM, type Term } from '../../terms/builder.ts';
import type { CType } from '../../types/types.ts';
import type { Execution, Pointer } from '../execution.ts';
import { store, storeResult } from './access.ts';
import { alignBlock } from './addresses.ts';
import { beginExtent, setExtent } from './extents.ts';
import { fillUninitialised } from './heap-content.ts';
import { type HeapPlan, makePlan } from './heap-plan.ts';
import { countWithNext, instanceIn, leadsTo } from './instances.ts';
import { beginBlock, checkRelease } from './lifetime-end.ts';
import { noteDropped, noteMade } from './live-blocks.ts';
import { moveBlock } from './moved-blocks.ts';
import { heapKey, type MemoryObject } from './object.ts';
import { pointerReference, resolve } from './places.ts';
import { pointerTo, widened } from './pointer-arithmetic.ts';
import { isNull, nullPointer } from './pointers.ts';

interface Allocator {
  /** Positions of the arguments whose product is the size in bytes. */
  readonly size: readonly number[];
  readonly zeroed: boolean;
  /** Position of the alignment, in bytes. */
  readonly alignment?: number;
}

const MALLOC: Allocator = { size: [0], zeroed: false };
const CALLOC: Allocator = { size: [0, 1], zeroed: true };
const REALLOC: Allocator = { size: [1], zeroed: false };
const ALIGNED: Allocator = { ...REALLOC, alignment: 0 };

/** Functions that return a new block of memory, and how they take its size. */
export const ALLOCATORS: ReadonlyMap<string, Allocator> = new Map([
  ['malloc', MALLOC],
  ['__builtin_malloc', MALLOC],
  ['xmalloc', MALLOC],
  ['valloc', MALLOC],
  ['kmalloc', MALLOC],
  ['alloca', MALLOC],
  ['__builtin_alloca', MALLOC],
  ['kzalloc', { size: [0], zeroed: true }],
  ['calloc', CALLOC],
  ['__builtin_calloc', CALLOC],
  ['aligned_alloc', ALIGNED],
  ['memalign', ALIGNED],
  ['realloc', REALLOC],
  ['__builtin_realloc', REALLOC],
]);

/**
 * Encodes an allocation. A call outside all loops happens at most once and makes a single object. A
 * call in a loop makes a family with numbered instances. Each block is an object of its own;
 * ended-objects.ts handles memory that is used again. `realloc` keeps a block's number
 * (moved-blocks.ts), and its objects have no fixed size.
 */
export function allocate(
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
  edge: LinkedEdge,
): boolean {
  const allocator = ALLOCATORS.get(fn.name);
  if (allocator === undefined) return false;
  if (fn.name.endsWith('realloc')) return reallocate(x, allocator, fn.name, args, result, edge);
  const factors = sizeFactors(x, allocator, args);
  if (factors === null) return false;
  const { alignment } = allocator;
  const aligned = alignment === undefined ? null : widened(x, args[alignment], x.encoding.pointers.offsetWidth);
  const tooLarge = allocationFails(x, fn.name, factors);
  const fails = aligned === null ? tooLarge : x.terms.or(tooLarge, alignmentFails(x, fn.name, aligned));
  const counts = !fn.name.endsWith('alloca');
  if (result === null) {
    if (counts) noteDropped(x, x.terms.not(fails));
    return true;
  }
  if (!counts) noteOnStack(x, edge);
  const made = makeBlock(
    x,
    fn.name,
    product(x, factors),
    allocator.zeroed,
    result,
    edge,
    counts ? x.terms.not(fails) : null,
  );
  if (aligned !== null) x.under(x.terms.not(fails), () => alignBlock(x, made, aligned));
  returnPointer(x, result, choose(x, fails, nullPointer(x), made));
  return true;
}

/**
 * Encodes `alloca(size)`, or with an alignment in bits. Its end with its function counts only in
 * programs that watch for invalid accesses.
 */
export function allocateOnStack(x: Execution, args: readonly Expr[], result: Place | null, edge: LinkedEdge): boolean {
  const factors = sizeFactors(x, MALLOC, args);
  if (factors === null) return false;
  if (result === null) return true;
  noteOnStack(x, edge);
  const made = makeBlock(x, 'alloca', product(x, factors), false, result, edge, null);
  if (args.length > 1) {
    const alignment = x.terms.lshr(widened(x, args[1], x.encoding.pointers.offsetWidth), x.offset(3));
    // Other blocks have at least malloc's alignment.
    x.gap('alloca of small alignment', x.terms.ult(alignment, x.offset(2 * x.encoding.layout.pointerSize)));
    alignBlock(x, made, alignment);
  }
  returnPointer(x, result, made);
  return true;
}

function noteOnStack(x: Execution, edge: LinkedEdge): void {
  const { encoding } = x;
  encoding.stackAllocations.add(edge.id);
  // The end of one activation would end the blocks of the others.
  if (encoding.linked.contexts[edge.context].recursion !== null)
    x.contest('deref', 'alloca in a function that calls itself');
}

function reallocate(
  x: Execution,
  allocator: Allocator,
  name: string,
  args: readonly Expr[],
  result: Place | null,
  edge: LinkedEdge,
): boolean {
  const { terms } = x;
  const [argument] = args;
  const factors = sizeFactors(x, allocator, args);
  if (argument === undefined || argument.type.kind !== 'pointer' || factors === null) return false;
  const old = x.evaluate.pointer(x, argument);
  if (!letGrow(x, old)) return false;
  if (x.watches('free')) checkRelease(x, old, x.facts.targets(old.object) ?? [], name);
  const fails = allocationFails(x, name, factors);
  const size = product(x, factors);
  x.contest('deref', `${name} to no bytes`, terms.eq(size, x.offset(0)));
  resize(x, old, size, terms.not(fails));
  const none = isNull(x, old);
  if (x.encoding.countsBlocks) {
    const isEmpty = terms.orAll(factors.map((factor) => terms.eq(factor, terms.bv(terms.width(factor), 0))));
    x.gap(`${name} to no bytes (contested)`, isEmpty);
  }
  moveBlock(x, old, terms.not(fails), deadAfter(x, result, edge));
  if (result === null) {
    noteDropped(x, terms.and(none, terms.not(fails)));
    return true;
  }
  if (terms.and(x.guard, none) === terms.false) {
    returnPointer(x, result, choose(x, fails, nullPointer(x), old));
    return true;
  }
  const before = x.state;
  const fresh = makeBlock(x, name, null, false, result, edge, terms.not(fails), size);
  const after = x.state;
  const merge = (cell: number, kept: Term, made: Term): Term =>
    kept === NO_TERM ? made : made === NO_TERM ? kept : terms.ite(none, x.valueOf(cell, made), x.valueOf(cell, kept));
  x.state = none === terms.true ? after : before.merge(after, merge);
  returnPointer(x, result, choose(x, fails, nullPointer(x), choose(x, none, fresh, old)));
  return true;
}

/** Notes the new size of the blocks that the pointer may lead to. */
function resize(x: Execution, pointer: Pointer, bytes: Term, when: Term): void {
  for (const number of x.facts.targets(pointer.object) ?? []) {
    const object = x.encoding.objects.withNumber(number);
    if (object === null || object.kind !== 'heap') continue;
    const here = x.terms.and(when, leadsTo(x, pointer, number, object));
    const instance = object.family === null ? null : instanceIn(x, pointer.object);
    if (here !== x.terms.false) setExtent(x, object, instance, bytes, here);
  }
}

/**
 * Returns the cells of variables that are assigned after the edge before any read, and the cells of
 * its result.
 */
function deadAfter(x: Execution, result: Place | null, { context, edge }: LinkedEdge): ReadonlySet<number> {
  const { objects, linked, lifetimes } = x.encoding;
  const ending = lifetimes.endingOn(linked.contexts[context].function, edge).map((id) => objects.find(id, context));
  if (result?.kind === 'variable') ending.push(objects.variable(result.variable, context));
  const dead = new Set<number>();
  // The other instances of a family still live.
  for (const object of ending) {
    if (object === null || object.family !== null) continue;
    for (let c = 0; c < object.cells.length; c++) dead.add(object.base + c);
  }
  return dead;
}

function choose({ terms }: Execution, condition: Term, a: Pointer, b: Pointer): Pointer {
  return { object: terms.ite(condition, a.object, b.object), offset: terms.ite(condition, a.offset, b.offset) };
}

/**
 * Gives up the fixed sizes of all blocks that the pointer may lead to; returns false if they cannot be
 * listed.
 */
function letGrow(x: Execution, pointer: Pointer): boolean {
  const { encoding } = x;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return false;
  for (const number of targets) {
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind !== 'heap') continue;
    const plan = encoding.revisions.heap.get(object.key);
    if (plan === undefined) continue;
    // The bytes that a block gains are indeterminate, also when calloc made it.
    encoding.heapPlan(object.key, { ...plan, size: null, zeroed: false });
  }
  return true;
}

/**
 * Returns a pointer to a new object for the call on the edge. `counted`: when it counts as a live block;
 * null for none.
 */
function makeBlock(
  x: Execution,
  name: string,
  size: Term | null,
  zeroed: boolean,
  result: Place,
  edge: LinkedEdge,
  counted: Term | null,
  extent: Term = size ?? x.offset(0),
): Pointer {
  const { terms, encoding } = x;
  const bytes = size !== null && terms.isBv(size) ? terms.constValue(size) : null;
  const many = encoding.inLoop(edge);
  const plan = encoding.heapPlan(
    heapKey(edge.id),
    makePlan(encoding.shapes, bytes, pointedTo(x, result), { many, zeroed }),
  );
  const object = encoding.objects.heap(edge.id, plan, x.at);
  const pointer = pointerTo(x, object);
  beginBlock(x, object);
  if (counted !== null) noteMade(x, object, counted);
  beginExtent(x, object, extent);
  if (object.family === null) fill(x, name, object, plan);
  else {
    x.write(object.family.counter.base, countWithNext(x, object.family));
  }
  if (zeroed && !plan.zeroed && size !== null) clearStart(x, pointer, plan, size);
  return pointer;
}

/** Limit of the elements that are cleared one by one, if their number is a constant. */
const MAX_CLEARED = 1024;
/** The same limit for an unknown number of elements. */
const MAX_PERHAPS_CLEARED = 64;

/** Clears as many bytes as calloc was asked for, in a block that may grow. */
function clearStart(x: Execution, { object, offset }: Pointer, { element }: HeapPlan, bytes: Term): void {
  const { terms, encoding } = x;
  const unit = encoding.shapes.sizeOf(element);
  const most = terms.isBv(bytes) ? Math.min(MAX_CLEARED, Number(terms.constValue(bytes)) / unit) : MAX_PERHAPS_CLEARED;
  x.gap('realloc of much memory from calloc', terms.ult(x.offset(Math.floor(most) * unit), bytes));
  const zeros = encoding.shapes.of(element).cells.map(({ sort }) => encoding.zero(sort));
  for (let i = 0; i < most; i++) {
    const at = { object, offset: terms.add(offset, x.offset(i * unit)) };
    store(x, pointerReference(at, element), zeros, terms.ult(x.offset(i * unit), bytes), terms.bv(8, 0));
  }
}

function fill(x: Execution, name: string, object: MemoryObject, plan: HeapPlan): void {
  if (!plan.zeroed) fillUninitialised(x, name, object);
  else
    object.cells.forEach(({ sort }, c) => {
      x.write(object.base + c, x.encoding.zero(sort));
    });
}

function returnPointer(x: Execution, result: Place, { object, offset }: Pointer): void {
  storeResult(x, resolve(x, result), [object, offset]);
}

/** Returns the numbers whose product is the size in bytes; null if the call does not give them. */
function sizeFactors(x: Execution, { size }: Allocator, args: readonly Expr[]): readonly Term[] | null {
  const factors: Term[] = [];
  for (const position of size) {
    const argument = args[position];
    if (argument === undefined || (argument.type.kind !== 'integer' && argument.type.kind !== 'enum')) return null;
    factors.push(widened(x, argument, x.encoding.pointers.offsetWidth));
  }
  return factors;
}

function product({ terms }: Execution, factors: readonly Term[]): Term {
  return factors.reduce((a, b) => terms.mul(a, b));
}

/** Returns the type that the result points to, or to which it is converted right after the call. */
function pointedTo(x: Execution, result: Place): CType | null {
  if (result.type.kind === 'pointer' && result.type.target.kind !== 'void') return result.type.target;
  if (result.kind !== 'variable') return null;
  const { edges } = x.encoding.linked.contexts[x.context].function;
  const start = x.edge?.edge.id ?? 0;
  for (let i = start; i < Math.min(edges.length, start + 20); i++) {
    const { op } = edges[i];
    if (op.kind !== 'assign' && op.kind !== 'return') continue;
    let expr = op.value;
    while (expr !== null && expr.kind === 'convert') {
      const { operand } = expr;
      if (
        operand.kind === 'load' &&
        operand.place.kind === 'variable' &&
        operand.place.variable.id === result.variable.id
      ) {
        return expr.type.kind === 'pointer' && expr.type.target.kind !== 'void' ? expr.type.target : null;
      }
      expr = operand;
    }
  }
  return null;
}

/** Bytes up to which an allocation always succeeds, unless the program's allocations may fail. */
const SURE = 2n ** 40n - 1n;
/** Alignment in bytes up to which an allocation always finds a place. */
const SURE_ALIGNMENT = 2n ** 20n;
/** Upper bound of the bytes that may be available: the user space of x86-64. */
const POSSIBLE = 2n ** 47n;
/** The same bound for pointers of 32 bits: no object is larger than PTRDIFF_MAX. */
const POSSIBLE_32 = 2n ** 31n - 1n;

/**
 * Returns when the allocation of the product of `factors` bytes (unsigned, of size_t's width) returns
 * null. It always does beyond the size of an address space, and may do so beyond the size that every
 * machine has. In programs whose allocations may fail, an input that replays know decides as well.
 */
function allocationFails(x: Execution, name: string, factors: readonly Term[]): Term {
  const { terms, encoding } = x;
  const asked = (): Term => x.fresh({ kind: 'bool' }, 'allocation', name);
  if (x.watches('deref')) {
    const fails = encoding.linked.program.allocationMayFail ? asked() : mayFailInDispute(x, name);
    return terms.or(fails, mayBeNone(x, name, factors));
  }
  const wide = encoding.layout.pointerSize > 4;
  const impossible = exceeds(x, factors, wide ? POSSIBLE : POSSIBLE_32);
  const doubtful = wide ? terms.and(exceeds(x, factors, SURE), terms.not(impossible)) : terms.false;
  const perhaps =
    doubtful === terms.false
      ? terms.false
      : terms.and(doubtful, x.unknown({ kind: 'bool' }, `${name} of more than 2^40 bytes`));
  const chosen = encoding.linked.program.allocationMayFail ? asked() : terms.false;
  return terms.orAll([impossible, perhaps, chosen, mayBeNone(x, name, factors)]);
}

/**
 * Returns when a function other than those of the rules fails, in programs that watch accesses. Tasks
 * of both readings exist, so such a failure is neither a proof nor an alarm.
 */
function mayFailInDispute(x: Execution, name: string): Term {
  if (NEVER_FAIL.test(name)) return x.terms.false;
  const fails = x.unknown({ kind: 'bool' }, `${name} that fails`);
  x.undefinedWhen(fails, `${name} that fails (contested)`);
  return fails;
}

/**
 * Returns when a request of no bytes returns null, which it may where blocks count. Elsewhere it makes a
 * block without bytes.
 */
function mayBeNone(x: Execution, name: string, factors: readonly Term[]): Term {
  const { terms, encoding } = x;
  if (!encoding.countsBlocks) return terms.false;
  const isEmpty = terms.orAll(factors.map((factor) => terms.eq(factor, terms.bv(terms.width(factor), 0))));
  if (isEmpty === terms.false) return terms.false;
  x.undefinedWhen(isEmpty, `${name} of no bytes (contested)`);
  return terms.and(isEmpty, x.unknown({ kind: 'bool' }, `${name} of no bytes`, {}, isEmpty));
}

/**
 * Returns when an allocation returns null because of its alignment in bytes. Not every machine has
 * room for every alignment, and C libraries treat one that is not a power of two differently.
 */
function alignmentFails(x: Execution, name: string, alignment: Term): Term {
  const { terms } = x;
  const width = terms.width(alignment);
  const below = terms.sub(alignment, terms.bv(width, 1n));
  const isOdd = terms.not(terms.eq(terms.bvAnd(alignment, below), terms.bv(width, 0n)));
  const doubtful = terms.or(isOdd, terms.ult(terms.bv(width, SURE_ALIGNMENT), alignment));
  if (doubtful === terms.false) return terms.false;
  return terms.and(doubtful, x.unknown({ kind: 'bool' }, `${name} with an alignment that may fail`));
}

/** Returns when the product exceeds the limit, as unbounded numbers. */
function exceeds(x: Execution, factors: readonly Term[], limit: bigint): Term {
  const { terms } = x;
  let constant = 1n;
  const symbolic: Term[] = [];
  for (const factor of factors) {
    if (terms.isBv(factor)) constant *= terms.constValue(factor);
    else symbolic.push(factor);
  }
  if (constant === 0n) return terms.false;
  const most = limit / constant;
  const [first, ...others] = symbolic;
  if (first === undefined) return most === 0n ? terms.true : terms.false;
  const width = symbolic.reduce((sum, factor) => sum + terms.width(factor), 0);
  if (most >= 2n ** BigInt(width)) return terms.false;
  const product = others.reduce((a, b) => terms.mul(a, terms.zext(b, width)), terms.zext(first, width));
  return terms.ult(terms.bv(width, most), product);
}
