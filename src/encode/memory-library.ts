import type { CType } from '../c/types.ts';
import type { AutomatonFunction, Expr, Place } from '../cfa/automaton.ts';
import type { Term } from '../smt/builder.ts';
import { load, shapeOf, store } from './access.ts';
import { constantArgument } from './arguments.ts';
import { filled, hasPadding } from './bytes.ts';
import type { Execution, Pointer } from './execution.ts';
import { objectReference, type Reference, resolve } from './places.ts';
import { reachable } from './pointers.ts';
import { encode } from './raw.ts';
import { compareStrings, copyString, stringLength } from './string-library.ts';
import { storeResult } from './values.ts';

/** Handles a call and says so; false leaves it to the rule for undefined functions. */
export type MemoryFunction = (x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null) => boolean;

export const MEMORY_FUNCTIONS: ReadonlyMap<string, MemoryFunction> = new Map<string, MemoryFunction>([
  ['memset', memset],
  ['bzero', (x, fn, args) => fill(x, fn, args[0], zeroByte(x), constantArgument(x, args, 1))],
  ['memcpy', copy],
  ['memmove', copy],
  ['memcmp', compare],
  ['strlen', stringLength],
  ['strcmp', compareStrings],
  ['strncmp', compareStrings],
  ['strcpy', copyString],
]);

/** Copies and fills of more bytes than this are not done byte by byte. */
const MAX_BYTES = 512;

function zeroByte(x: Execution): Term {
  return x.terms.bv(8, 0);
}

function memset(x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const [target, value] = args;
  if (target === undefined || value === undefined || target.type.kind !== 'pointer') return false;
  const byte = x.terms.extract(x.evaluate.integer(x, value), 7, 0);
  if (!fill(x, fn, target, byte, constantArgument(x, args, 2))) return false;
  returnPointer(x, target, result);
  return true;
}

function fill(x: Execution, fn: AutomatonFunction, target: Expr | undefined, byte: Term, size: number | null): boolean {
  if (target === undefined || target.type.kind !== 'pointer') return false;
  if (size === 0) return true;
  const type = size === null ? null : (typeAt(x, target, size) ?? objectAt(x, target, size) ?? bytes(size));
  if (type === null) return forgetTargets(x, fn, [x.evaluate.pointer(x, target)], []);
  for (const reference of parts(x, target, type)) {
    const cells = filled(x, shapeOf(x, reference), byte);
    if (cells === null) return forgetTargets(x, fn, [x.evaluate.pointer(x, target)], []);
    store(x, reference, cells);
  }
  return true;
}

function copy(x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const [target, source] = args;
  if (target === undefined || source === undefined || target.type.kind !== 'pointer' || source.type.kind !== 'pointer')
    return false;
  const size = constantArgument(x, args, 2);
  if (size !== 0) {
    const type =
      size === null
        ? null
        : (typeAt(x, target, size) ??
          typeAt(x, source, size) ??
          objectAt(x, target, size) ??
          objectAt(x, source, size) ??
          bytes(size));
    if (type === null) {
      if (!forgetTargets(x, fn, [x.evaluate.pointer(x, target)], [x.evaluate.pointer(x, source)])) return false;
    } else {
      // Everything is read before anything is written: the two may overlap ([trap 28]).
      let from = parts(x, source, type);
      let to = parts(x, target, type);
      if (from.length !== to.length) {
        from = elements(x, x.evaluate.pointer(x, source), type);
        to = elements(x, x.evaluate.pointer(x, target), type);
      }
      const contents = from.map((reference) => load(x, reference));
      to.forEach((reference, i) => {
        store(x, reference, contents[i]);
      });
    }
  }
  returnPointer(x, target, result);
  return true;
}

function compare(x: Execution, _fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const { terms } = x;
  const [first, second] = args;
  const size = constantArgument(x, args, 2);
  if (first === undefined || second === undefined || size === null || size === 0 || size > 128 || result === null)
    return result === null;
  if (first.type.kind !== 'pointer' || second.type.kind !== 'pointer') return false;
  const type = typeAt(x, first, size) ?? typeAt(x, second, size) ?? bytes(size);
  if (type === null || hasPadding(x, x.encoding.shapes.of(type))) return false;
  const [a, b] = [first, second].map((argument) => {
    let content = terms.bv(8 * size, 0);
    let at = 0;
    for (const reference of parts(x, argument, type)) {
      const shape = shapeOf(x, reference);
      content = encode(x, shape, load(x, reference), content, x.offset(at));
      at += shape.size;
    }
    return content;
  });
  const width = x.encoding.shapes.width(result.type);
  const other = x.unknown({ kind: 'bv', width }, 'value of memcmp');
  const zero = terms.bv(width, 0);
  const different = terms.ite(terms.eq(other, zero), terms.bv(width, 1), other);
  storeResult(x, resolve(x, result), [terms.ite(terms.eq(a, b), zero, different)]);
  return true;
}

function returnPointer(x: Execution, argument: Expr, result: Place | null): void {
  if (result !== null) storeResult(x, resolve(x, result), x.evaluate.cells(x, argument));
}

/** A type of so many bytes that the argument points to, before its casts to `void *`. */
function typeAt(x: Execution, argument: Expr, size: number): CType | null {
  let inner = argument;
  while (inner.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
  if (inner.kind === 'address' && x.encoding.shapes.sizeOf(inner.place.type) === size) return inner.place.type;
  if (inner.type.kind !== 'pointer') return null;
  const { target } = inner.type;
  if (target.kind === 'void' || target.kind === 'function') return null;
  const unit = x.encoding.shapes.sizeOf(target);
  if (unit === size) return target;
  // Some elements of an array, one by one.
  return Number.isFinite(unit) && unit > 0 && size % unit === 0 && size / unit <= MAX_BYTES
    ? { kind: 'array', element: target, length: BigInt(size / unit) }
    : null;
}

/** The type of the one object that the pointer leads to the start of, if it has that size. */
function objectAt(x: Execution, argument: Expr, size: number): CType | null {
  const { terms, encoding } = x;
  const pointer = x.evaluate.pointer(x, argument);
  if (!terms.isBv(pointer.object) || !terms.isBv(pointer.offset) || terms.constValue(pointer.offset) !== 0n) return null;
  const object = encoding.objects.withNumber(Number(terms.constValue(pointer.object)));
  return object !== null && object.shape.size === size ? object.type : null;
}

function bytes(size: number): CType | null {
  return size <= MAX_BYTES ? { kind: 'array', element: { kind: 'integer', name: 'uchar' }, length: BigInt(size) } : null;
}

/** What the argument leads to, seen as that type: the whole, or its elements when it is an array that does not lie there as such. */
function parts(x: Execution, argument: Expr, type: CType): Reference[] {
  let inner = argument;
  while (inner.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
  if (inner.kind === 'address' && inner.place.type === type) return [resolve(x, inner.place)];
  const pointer = x.evaluate.pointer(x, argument);
  const whole = wholeObject(x, pointer, type);
  return whole !== null ? [whole] : elements(x, pointer, type);
}

function elements(x: Execution, pointer: Pointer, type: CType): Reference[] {
  if (type.kind !== 'array' || typeof type.length !== 'bigint' || Number(type.length) > MAX_BYTES) {
    return [{ kind: 'pointer', type, field: null, pointer }];
  }
  const size = x.encoding.shapes.sizeOf(type.element);
  return Array.from({ length: Number(type.length) }, (_, i) => ({
    kind: 'pointer',
    type: type.element,
    field: null,
    pointer: { object: pointer.object, offset: x.terms.add(pointer.offset, x.offset(i * size)) },
  }));
}

function wholeObject(x: Execution, pointer: Pointer, type: CType): Reference | null {
  const { terms, encoding } = x;
  if (!terms.isBv(pointer.object) || !terms.isBv(pointer.offset) || terms.constValue(pointer.offset) !== 0n) return null;
  const object = encoding.objects.withNumber(Number(terms.constValue(pointer.object)));
  return object !== null && object.type === type ? objectReference(x, object) : null;
}

/** The objects that the targets lead to get unknown content, with pointers to what the sources lead to. */
function forgetTargets(x: Execution, fn: AutomatonFunction, targets: readonly Pointer[], sources: readonly Pointer[]): boolean {
  const { encoding } = x;
  const held = reachable(x, [...sources, ...targets]);
  for (const { object } of targets) {
    const numbers = x.facts.targets(object);
    if (numbers === null || held === null) return false;
    encoding.intoSummary(held);
    for (const number of numbers) {
      const target = encoding.objects.withNumber(number);
      if (target === null || target.kind === 'function' || target.kind === 'summary') continue;
      x.forget(target, `call of ${fn.name} with a size that is not constant`, held);
    }
  }
  return true;
}
