import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Variable } from '../ast.ts';
import { memberNode } from '../semantics/member-nodes.ts';
import { decay, dereference, intNode, sizeNode } from '../semantics/nodes.ts';
import { compare, logical, pointerAdd } from '../semantics/operators.ts';
import { integerRange } from '../types/arithmetic.ts';
import type { Layout } from '../types/layout.ts';
import { isInteger, isPointer, isRecord } from '../types/type-basics.ts';
import type { CType, IntegerType } from '../types/types.ts';
import type { Context } from './context.ts';

/** Most scalars of an object that are compared one by one. */
const MOST_PARTS = 64;

/**
 * The comparison of whole objects that a quantifier over all their bytes stands for; null: it stands for none. The
 * form is `0 <= k && k < size ==> ((char *)&a)[k] == ((char *)&b)[k]`, or `== 0`. Scalars without padding are equal
 * if all their bytes are. Pointers keep in this way where they lead.
 */
export function asWhole(c: Context, bound: Variable, body: Expression, at: SourceLocation): Expression | null {
  const { layout } = c;
  const e = stripped(layout, body);
  if (e.kind !== 'logical' || e.operator !== '||' || e.left.kind !== 'not') return null;
  const size = endOf(layout, e.left.operand, bound);
  const equation = stripped(layout, e.right);
  if (size === null || equation.kind !== 'compare' || equation.operator !== '==') return null;
  const sides = [equation.left, equation.right].map((side) => byteOf(layout, side, bound));
  const [one, other] = sides[0] === null ? [sides[1], sides[0]] : sides;
  if (one === null) return null;
  const rest = stripped(layout, sides[0] === null ? equation.left : equation.right);
  if (other === null && !(rest.kind === 'integer' && rest.value === 0n)) return null;
  // Bytes above 127 have two values, by their type.
  if (other !== null && layout.isSigned(one.byte) !== layout.isSigned(other.byte)) return null;
  const objects = [one, ...(other === null ? [] : [other])].map(({ pointer }) => dereference(pointer, at));
  if (objects.some(({ type }) => c.layout.sizeOf(type) !== size)) return null;
  const parts = objects.map((object) => partsOf(c, object, at));
  const [first, second] = parts;
  if (first === null || second === null) return null;
  if (second !== undefined && !first.every((part, i) => isAlike(part, second[i]))) return null;
  const equal = first.map((part, i) => compare(c, '==', part, second === undefined ? intNode(0, at) : second[i], at));
  return equal.reduce((all, next) => logical(c, '&&', all, next, at));
}

function isAlike(part: Expression, other: Expression | undefined): boolean {
  if (other === undefined) return false;
  const [a, b] = [part.type, other.type];
  return (isPointer(a) && isPointer(b)) || (a.kind === 'integer' && b.kind === 'integer' && a.name === b.name);
}

/** The expression without conversions that keep all values, or all that are not negative. */
function stripped(layout: Layout, e: Expression, isPositive = false): Expression {
  let inner = e;
  while (inner.kind === 'convert' && isInteger(inner.type) && isInteger(inner.operand.type)) {
    const [from, to] = [integerRange(inner.operand.type, layout), integerRange(inner.type, layout)];
    if ((from.min < to.min && !(isPositive && to.min === 0n)) || from.max > to.max) return inner;
    inner = inner.operand;
  }
  return inner;
}

function isRead(layout: Layout, e: Expression, bound: Variable, isPositive = false): boolean {
  const inner = stripped(layout, e, isPositive);
  return inner.kind === 'load' && inner.operand.kind === 'variable' && inner.operand.variable === bound;
}

/** The end of a range of a variable from 0 on; null: another condition. */
function endOf(layout: Layout, condition: Expression, bound: Variable): bigint | null {
  const { type } = bound;
  let [begins, end]: [boolean, bigint | null] = [isInteger(type) && !layout.isSigned(type), null];
  const pending = [condition];
  for (;;) {
    const next = pending.pop();
    if (next === undefined) return begins ? end : null;
    const e = stripped(layout, next);
    if (e.kind === 'logical' && e.operator === '&&') pending.push(e.left, e.right);
    else if (e.kind !== 'compare') return null;
    else {
      const isLeft = isRead(layout, e.left, bound, true);
      const value = stripped(layout, isLeft ? e.right : e.left);
      if (value.kind !== 'integer' || !(isLeft || isRead(layout, e.right, bound, true))) return null;
      const operator = isLeft ? e.operator : MIRRORED[e.operator];
      if (operator === '>=' && value.value === 0n) begins ||= isRead(layout, isLeft ? e.left : e.right, bound);
      else if (operator === '<' && end === null) end = value.value;
      else return null;
    }
  }
}

const MIRRORED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const;

/** The object of which the expression reads the byte at the variable; null: it reads something else. */
function byteOf(
  layout: Layout,
  side: Expression,
  bound: Variable,
): { readonly pointer: Expression; readonly byte: IntegerType } | null {
  const e = stripped(layout, side);
  if (e.kind !== 'load' || e.operand.kind !== 'dereference' || !isByte(e.type)) return null;
  const step = e.operand.operand;
  if (step.kind !== 'pointer-add' || step.negative || !isRead(layout, step.index, bound)) return null;
  let pointer = step.pointer;
  while (pointer.kind === 'convert' && isPointer(pointer.operand.type)) pointer = pointer.operand;
  return isPlain(pointer) && isPointer(pointer.type) ? { pointer, byte: e.type } : null;
}

function isByte(type: CType): type is IntegerType {
  return type.kind === 'integer' && ['char', 'schar', 'uchar'].includes(type.name);
}

/** Whether the expression can be repeated: a place reached by members and pointers. */
function isPlain(e: Expression): boolean {
  switch (e.kind) {
    case 'variable':
      return true;
    case 'load':
    case 'member':
    case 'dereference':
    case 'address':
    case 'array-decay':
      return isPlain(e.kind === 'member' ? e.base : e.operand);
    default:
      return false;
  }
}

/** All scalars of an object; null: they are many, or do not make up its bytes, or have values with several forms. */
function partsOf(c: Context, object: Expression, at: SourceLocation): readonly Expression[] | null {
  const parts: Expression[] = [];
  const pending = [object];
  let bytes = 0n;
  for (;;) {
    const next = pending.shift();
    if (next === undefined) return bytes === c.layout.sizeOf(object.type) && parts.length > 0 ? parts : null;
    const { type } = next;
    if (type.kind === 'struct' && isRecord(type)) {
      const fields = type.definition.fields ?? [];
      if (fields.some(({ bits }) => bits !== undefined)) return null;
      pending.unshift(...fields.map((_, index) => memberNode(next, index, at)));
    } else if (type.kind === 'array') {
      const { length } = type;
      if (typeof length !== 'bigint' || length > MOST_PARTS) return null;
      const element = (_: unknown, i: number): Expression =>
        dereference(pointerAdd(c, decay(next), sizeNode(c, BigInt(i), at), false, at), at);
      pending.unshift(...Array.from({ length: Number(length) }, element));
    } else if (isPointer(type) || type.kind === 'enum' || (type.kind === 'integer' && type.name !== 'bool')) {
      parts.push(next);
      bytes += c.layout.sizeOf(type) ?? 0n;
    } else return null;
    if (parts.length + pending.length > MOST_PARTS) return null;
  }
}
