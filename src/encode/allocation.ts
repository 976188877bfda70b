import type { CType } from '../c/types.ts';
import type { AutomatonFunction, Expr, Place } from '../cfa/automaton.ts';
import type { LinkedEdge } from '../cfa/linked.ts';
import type { Term } from '../smt/builder.ts';
import { allocationFails } from './allocation-failure.ts';
import type { Execution } from './execution.ts';
import { fillUninitialised } from './heap-content.ts';
import { NULL_OBJECT, SUMMARY_OBJECT } from './objects.ts';
import { resolve } from './places.ts';
import { reachable } from './pointers.ts';
import { storeResult } from './values.ts';

/** Below sizes that no machine has, allocation fails only where the program is one whose allocations may ([trap 33]). */
export const ALLOCATORS: ReadonlySet<string> = new Set([
  'malloc',
  'calloc',
  'realloc',
  '__builtin_malloc',
  '__builtin_calloc',
  'alloca',
  '__builtin_alloca',
  'xmalloc',
  'valloc',
  'kmalloc',
  'kzalloc',
  'aligned_alloc',
  'memalign',
  'strdup',
  'strndup',
]);

/**
 * A call outside all loops happens at most once and makes an object of its own; memory from a call in a loop is not modelled: what is read
 * there is any value.
 */
export function allocate(
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
  edge: LinkedEdge,
): boolean {
  const { terms, encoding } = x;
  const { objectWidth, offsetWidth } = encoding.pointers;
  if (result === null) return true;
  if (fn.name === 'realloc' || x.encoding.inLoop(edge) || fn.name.includes('dup')) {
    const [old] = args;
    if (old !== undefined && old.type.kind === 'pointer') encoding.intoSummary(reachable(x, [x.evaluate.pointer(x, old)]));
    const offset = x.unknown({ kind: 'bv', width: offsetWidth }, x.encoding.inLoop(edge) ? 'heap allocation in a loop' : fn.name);
    storeResult(x, resolve(x, result), orNull(x, failure(x, fn, args), [terms.bv(objectWidth, SUMMARY_OBJECT), offset]));
    return true;
  }
  const zeroed = fn.name === 'calloc' || fn.name === '__builtin_calloc' || fn.name === 'kzalloc';
  const size = byteCount(x, fn, args);
  if (size === null) return false;
  const type = objectType(x, size, pointedTo(x, result));
  const object = encoding.objects.heap(edge.id, type, x.at);
  if (!zeroed) fillUninitialised(x, fn.name, object);
  if (zeroed)
    for (let c = 0; c < object.shape.cells.length; c++) x.write(object.base + c, encoding.zero(object.shape.cells[c].sort));
  const made = [terms.bv(objectWidth, encoding.objects.numberOf(object)), terms.bv(offsetWidth, 0)];
  storeResult(x, resolve(x, result), orNull(x, failure(x, fn, args), made));
  return true;
}

/** A pointer's cells, or those of the null pointer where `fails`. */
function orNull({ terms }: Execution, fails: Term, [object, offset]: readonly Term[]): readonly Term[] {
  const none = [terms.bv(terms.width(object), NULL_OBJECT), terms.bv(terms.width(offset), 0)];
  return [terms.ite(fails, none[0], object), terms.ite(fails, none[1], offset)];
}

/** When this call returns null. What is on the stack has no such result. */
function failure(x: Execution, fn: AutomatonFunction, args: readonly Expr[]): Term {
  if (fn.name.includes('alloca')) return x.terms.false;
  const factors = args
    .filter(({ type }) => type.kind === 'integer' || type.kind === 'enum')
    .map((argument) => x.evaluate.integer(x, argument));
  if (fn.name.includes('dup')) return allocationFails(x, fn.name, []);
  const all = fn.name.includes('calloc') || fn.name === 'reallocarray';
  // The flags of kmalloc and the alignment of others are no sizes.
  const sized = all ? factors : fn.name === 'aligned_alloc' || fn.name === 'memalign' ? factors.slice(1, 2) : factors.slice(0, 1);
  return allocationFails(x, fn.name, sized);
}

function byteCount(x: Execution, fn: AutomatonFunction, args: readonly Expr[]): Term | null {
  const integers = args.filter((argument) => argument.type.kind === 'integer' || argument.type.kind === 'enum');
  const [first, second] = integers;
  if (first === undefined) return null;
  const a = x.evaluate.integer(x, first);
  if (fn.name === 'aligned_alloc' || fn.name === 'memalign') return second === undefined ? null : x.evaluate.integer(x, second);
  if (fn.name !== 'calloc' && fn.name !== '__builtin_calloc') return a;
  if (second === undefined) return null;
  const b = x.evaluate.integer(x, second);
  return x.terms.width(a) === x.terms.width(b) ? x.terms.mul(a, b) : null;
}

/** The type of a heap object: of what its pointer is converted to, as many times as fit; characters if that is not known. */
function objectType(x: Execution, size: Term, target: CType | null): CType {
  const char: CType = { kind: 'integer', name: 'char' };
  const hinted = target !== null && target.kind !== 'void' && target.kind !== 'function' ? target : char;
  const unit = x.encoding.shapes.sizeOf(hinted);
  if (!x.terms.isBv(size)) {
    const element = Number.isFinite(unit) && unit > 0 && hinted.kind !== 'array' ? hinted : char;
    return { kind: 'array', element, length: 'variable' };
  }
  const bytes = Number(x.terms.constValue(size));
  if (Number.isFinite(unit) && unit > 0 && bytes % unit === 0 && bytes > 0) {
    return bytes === unit ? hinted : { kind: 'array', element: hinted, length: BigInt(bytes / unit) };
  }
  return { kind: 'array', element: char, length: BigInt(Math.min(bytes, 2 ** 40)) };
}

/** What the result is a pointer to, or is converted to a pointer to right after the call. */
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
      if (operand.kind === 'load' && operand.place.kind === 'variable' && operand.place.variable.id === result.variable.id) {
        return expr.type.kind === 'pointer' && expr.type.target.kind !== 'void' ? expr.type.target : null;
      }
      expr = operand;
    }
  }
  return null;
}
