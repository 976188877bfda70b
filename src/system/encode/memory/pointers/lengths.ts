import { gcd } from '../../../../base/gcd.ts';
import type { Variable } from '../../../../c/ast.ts';
import type { CType } from '../../../../c/types/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { AutomatonFunction } from '../../../../program/cfa/automaton.ts';
import { type Congruence, valuesOf } from '../../../offsets/congruence.ts';
import type { Execution } from '../../machine/execution.ts';
import { resize } from '../lifetimes/instances.ts';

/** Sizes that the program computed, and variable-length arrays with such sizes. */

/** Limit of the elements of one such array. The indices of its cells have 31 bits. */
const MOST_ELEMENTS = 2 ** 31;

/** The local variables of each function, by id. */
const locals = new WeakMap<AutomatonFunction, ReadonlyMap<number, Variable>>();

function localsOf(fn: AutomatonFunction): ReadonlyMap<number, Variable> {
  let known = locals.get(fn);
  if (known === undefined) {
    known = new Map([...fn.locals, ...fn.parameters].map((variable) => [variable.id, variable]));
    locals.set(fn, known);
  }
  return known;
}

/**
 * Returns the element count of a VLA in `width` bits, from its hidden variable in the current context.
 * Null if that variable is not available.
 */
export function lengthOf(x: Execution, variable: number, width: number): Term | null {
  const { encoding } = x;
  const local = localsOf(x.plan.linked.contexts[x.context].function).get(variable);
  if (local === undefined) return null;
  const object = encoding.objects.variable(local, x.context);
  return object.shape.kind === 'scalar' && object.family === null ? resize(x, x.read(object.base), width) : null;
}

/**
 * The number of a type's innermost elements, which are not arrays: a constant factor, and the product
 * of the variable lengths.
 */
interface Count {
  readonly fixed: bigint;
  readonly variable: Term | null;
  readonly element: CType;
}

/** Returns the number of innermost elements; null if some length is not available. */
function countOf(x: Execution, type: CType, width: number): Count | null {
  let fixed = 1n;
  let variable: Term | null = null;
  let element = type;
  for (; element.kind === 'array'; element = element.element) {
    if (typeof element.length === 'bigint') fixed *= element.length;
    else {
      const length = element.lengthVariable === undefined ? null : lengthOf(x, element.lengthVariable, width);
      if (length === null) return null;
      variable = variable === null ? length : x.terms.mul(variable, length);
    }
  }
  return { fixed, variable, element };
}

/**
 * Returns the number of the type's innermost elements, which are not arrays, in `width` bits. Null if
 * it is not known.
 */
export function elementsOf(x: Execution, type: CType, width: number): Term | null {
  const count = countOf(x, type, width);
  return count === null ? null : multiplied(x, count.fixed, count.variable, width);
}

/**
 * Returns the size in bytes of `times` objects of a type (of one, if `times` is null), in `width`
 * bits. A VLA type has its current size. Null for incomplete types. `void` and functions count 1.
 */
export function bytesOf(x: Execution, type: CType, width: number, times: Term | null = null): Term | null {
  const { shapes } = x.plan;
  if (type.kind === 'void' || type.kind === 'function') return multiplied(x, 1n, times, width);
  const size = shapes.sizeOf(type);
  if (Number.isFinite(size)) return multiplied(x, BigInt(size), times, width);
  const count = countOf(x, type, width);
  const one = count === null ? Number.POSITIVE_INFINITY : shapes.sizeOf(count.element);
  if (count === null || !Number.isFinite(one)) return null;
  // The constant factor stays outside: it shows which multiples the result can be.
  const variable =
    count.variable !== null && times !== null ? x.terms.mul(count.variable, times) : (count.variable ?? times);
  return multiplied(x, count.fixed * BigInt(one), variable, width);
}

function multiplied({ terms }: Execution, fixed: bigint, variable: Term | null, width: number): Term {
  const constant = terms.bv(width, BigInt.asUintN(width, fixed));
  return variable === null ? constant : terms.mul(constant, variable);
}

/**
 * Records that a VLA with no elements, or with a negative or enormous number, is undefined where it is
 * declared (C11 6.7.6.2p5).
 */
export function checkLengths(x: Execution, type: CType): void {
  const { terms } = x;
  const width = 64;
  for (let inner = type; inner.kind === 'array'; inner = inner.element) {
    if (inner.lengthVariable === undefined) continue;
    const length = lengthOf(x, inner.lengthVariable, width);
    if (length === null) continue;
    const none = terms.eq(length, terms.bv(width, 0));
    x.undefinedWhen(
      terms.or(none, terms.ult(terms.bv(width, MOST_ELEMENTS), length)),
      'size of an array of variable length',
    );
  }
}

/**
 * Returns the congruence of a size in bytes, apart from wrap-around. The program may have computed the
 * size in a narrower type.
 */
export function congruenceOf({ terms, facts }: Execution, bytes: Term): Congruence {
  let computed = bytes;
  for (let op = terms.op(bytes); op === Op.ZEXT || op === Op.SEXT || op === Op.EXTRACT; op = terms.op(computed)) {
    if (op === Op.EXTRACT && terms.low(computed) > 0) break;
    computed = terms.arg(computed, 0);
  }
  return facts.congruence(computed);
}

/** Returns a number of which a size in bytes is a multiple, apart from wrap-around. */
export function stepOf(x: Execution, bytes: Term): bigint {
  const { modulus, residue } = congruenceOf(x, bytes);
  return gcd(modulus, residue);
}

/** Constants below this bound what a mask or a remainder leaves to numbers that 31 bits count. */
const SHORT = 2n ** 31n;

/**
 * Whether 31 bits may not count the bytes of a size: words that are wider than `int` make it, and no small mask.
 * This chooses a representation only.
 */
export function isLong({ terms }: Execution, bytes: Term): boolean {
  const isShort = (t: Term): boolean => terms.isBv(t) && terms.constValue(t) < SHORT;
  const seen = new Set<Term>();
  const todo = [bytes];
  for (let t = todo.pop(); t !== undefined; t = todo.pop()) {
    if (seen.has(t) || terms.width(t) <= 32 || terms.isBv(t)) continue;
    seen.add(t);
    switch (terms.op(t)) {
      case Op.BV_AND:
        if (isShort(terms.arg(t, 0)) || isShort(terms.arg(t, 1))) break;
        todo.push(terms.arg(t, 0), terms.arg(t, 1));
        break;
      case Op.ADD:
      case Op.MUL:
        todo.push(terms.arg(t, 0), terms.arg(t, 1));
        break;
      case Op.ITE:
        todo.push(terms.arg(t, 1), terms.arg(t, 2));
        break;
      case Op.UREM:
        if (!isShort(terms.arg(t, 1))) todo.push(terms.arg(t, 0));
        break;
      case Op.ZEXT:
      case Op.SEXT:
      case Op.SHL:
      case Op.UDIV:
        todo.push(terms.arg(t, 0));
        break;
      default:
        return true;
    }
  }
  return false;
}

/**
 * Returns an upper bound of an unsigned size in bytes; Infinity if its values are not known one by
 * one.
 */
export function mostOf({ facts }: Execution, bytes: Term): number {
  const values = valuesOf(facts.congruence(bytes));
  return values?.every((value) => value >= 0n) === true ? Number(values[values.length - 1]) : Number.POSITIVE_INFINITY;
}
