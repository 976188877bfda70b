import { UCHAR } from '../c/type/type-tools.ts';
import type { AutomatonFunction, Expr, Place } from '../cfa/automaton.ts';
import type { Term } from '../smt/builder.ts';
import { load, store } from './access.ts';
import { constantArgument, pointerArgument } from './arguments.ts';
import type { Execution, Pointer } from './execution.ts';
import { resolve } from './places.ts';
import { storeResult } from './values.ts';

/** Strings longer than this are left to the rule for undefined functions. */
const MAX_LENGTH = 64;

/** Bytes from the pointer on up to the end of its object, if that is one known object and near; else null. */
function room(x: Execution, pointer: Pointer | null): number | null {
  const { terms, encoding } = x;
  if (pointer === null || !terms.isBv(pointer.object) || !terms.isBv(pointer.offset)) return null;
  const object = encoding.objects.withNumber(Number(terms.constValue(pointer.object)));
  if (object === null || !Number.isFinite(object.shape.size)) return null;
  const left = object.shape.size - Number(terms.constValue(pointer.offset));
  return left > 0 && left <= MAX_LENGTH ? left : null;
}

function byteAt(x: Execution, pointer: Pointer, i: number): Term {
  const at = { object: pointer.object, offset: x.terms.add(pointer.offset, x.offset(i)) };
  return load(x, { kind: 'pointer', type: UCHAR, field: null, pointer: at })[0];
}

export function stringLength(x: Execution, _fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const { terms } = x;
  const pointer = pointerArgument(x, args, 0);
  const limit = room(x, pointer);
  if (pointer === null || limit === null) return false;
  if (result === null) return true;
  const width = x.encoding.shapes.width(result.type);
  const ends: Term[] = [];
  for (let i = 0; i < limit; i++) ends.push(terms.eq(byteAt(x, pointer, i), terms.bv(8, 0)));
  let length = x.unknown({ kind: 'bv', width }, 'length of a string without end', {}, terms.not(terms.orAll(ends)));
  for (let i = limit - 1; i >= 0; i--) length = terms.ite(ends[i], terms.bv(width, i), length);
  storeResult(x, resolve(x, result), [length]);
  return true;
}

/** strcmp, strncmp: only the sign of the result is known. */
export function compareStrings(x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const { terms } = x;
  const [a, b] = [pointerArgument(x, args, 0), pointerArgument(x, args, 1)];
  const [first, second] = [room(x, a), room(x, b)];
  if (a === null || b === null || first === null || second === null) return false;
  if (result === null) return true;
  const most = fn.name === 'strncmp' ? constantArgument(x, args, 2) : Number.POSITIVE_INFINITY;
  if (most === null) return false;
  const width = x.encoding.shapes.width(result.type);
  const zero = terms.bv(width, 0);
  const shorter = Math.min(first, second);
  let value = most <= shorter ? zero : x.unknown({ kind: 'bv', width }, 'comparison of strings without end');
  const any = x.unknown({ kind: 'bv', width: width - 1 }, 'value of strcmp');
  const positive = terms.zext(terms.ite(terms.eq(any, terms.bv(width - 1, 0)), terms.bv(width - 1, 1), any), width);
  const different = (left: Term, right: Term): Term => terms.ite(terms.ult(left, right), terms.neg(positive), positive);
  for (let i = Math.min(shorter, most) - 1; i >= 0; i--) {
    const left = byteAt(x, a, i);
    const right = byteAt(x, b, i);
    const ended = terms.ite(terms.eq(left, terms.bv(8, 0)), zero, value);
    value = terms.ite(terms.eq(left, right), ended, different(left, right));
  }
  storeResult(x, resolve(x, result), [value]);
  return true;
}

export function copyString(x: Execution, _fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const { terms } = x;
  const [target, source] = [pointerArgument(x, args, 0), pointerArgument(x, args, 1)];
  const [space, limit] = [room(x, target), room(x, source)];
  if (target === null || source === null || space === null || limit === null) return false;
  const bytes = Array.from({ length: limit }, (_, i) => byteAt(x, source, i));
  let going = terms.true;
  bytes.forEach((byte, i) => {
    if (i < space && going !== terms.false) {
      const value = going === terms.true ? byte : terms.ite(going, byte, byteAt(x, target, i));
      const at = { object: target.object, offset: terms.add(target.offset, x.offset(i)) };
      store(x, { kind: 'pointer', type: UCHAR, field: null, pointer: at }, [value]);
    }
    going = terms.and(going, terms.not(terms.eq(byte, terms.bv(8, 0))));
  });
  if (result !== null) storeResult(x, resolve(x, result), [target.object, target.offset]);
  return true;
}
