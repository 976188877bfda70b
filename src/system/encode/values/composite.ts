import { isInteger, valueType } from '../../../c/types/type-basics.ts';
import type { CType, FloatType, IntegerType, VectorType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr, Operation } from '../../../program/cfa/automaton.ts';
import * as make from '../../../program/cfa/make.ts';
import type { Execution } from '../machine/execution.ts';
import { floatBits } from '../memory/bytes/float-bytes.ts';
import { followed, lowestBit } from '../memory/bytes/raw-bytes.ts';
import { resize } from '../memory/lifetimes/instances.ts';

/**
 * Vectors (GNU `vector_size`) and complex numbers: a cell for each element, and two for real and
 * imaginary part. Operators of vectors work element by element. The automaton has split operators of
 * complex numbers into parts, except for quotients of floats.
 */

/**
 * Returns the cells of an expression of vector or complex type, other than a load; null if it has no
 * formula.
 */
export function compositeOf(x: Execution, expr: Expr): readonly Term[] | null {
  const { type } = expr;
  if (expr.kind === 'complex') return [...x.evaluate.cells(x, expr.real), ...x.evaluate.cells(x, expr.imaginary)];
  if (type.kind !== 'vector') return null;
  switch (expr.kind) {
    case 'negate':
    case 'complement':
      return lanes(x, expr.operand, (operand) => ({ kind: expr.kind, type: type.element, operand }));
    case 'binary':
      if (expr.operator === '<<' || expr.operator === '>>') return shifted(x, expr, type.element);
      return pairs(x, expr.left, expr.right, (left, right) => ({
        kind: 'binary',
        type: type.element,
        operator: expr.operator,
        left,
        right,
      }));
    case 'compare':
      // An element has all bits set where the comparison holds.
      return pairs(x, expr.left, expr.right, (left, right) =>
        make.conditional(
          type.element,
          make.compare(expr.operator, left, right),
          make.integer(type.element, -1n),
          make.integer(type.element, 0n),
        ),
      );
    case 'convert':
      return convertToVector(x, expr.operand, type);
    default:
      return null;
  }
}

/**
 * Returns a scalar made from a vector or complex number: a part, or the same bits. Null for other
 * expressions.
 */
export function partOf(x: Execution, expr: Expr): Term | null {
  if (expr.kind === 'complex-part') return x.evaluate.cells(x, expr.operand)[expr.part === 'real' ? 0 : 1];
  if (expr.kind !== 'convert' || expr.operand.type.kind !== 'vector' || !isInteger(expr.type)) return null;
  return bitsOf(x, x.evaluate.cells(x, expr.operand));
}

/** Whether {@link partOf} handles the expression. */
export function isPart(expr: Expr): boolean {
  return expr.kind === 'complex-part' || (expr.kind === 'convert' && expr.operand.type.kind === 'vector');
}

/** Returns the result of a builtin that rearranges or converts vectors; null for other builtins. */
export function vectorBuiltin(x: Execution, op: Operation & { kind: 'intrinsic' }): readonly Term[] | null {
  const [first, second] = op.arguments;
  if (op.result?.type.kind !== 'vector' || first === undefined) return null;
  const { element } = op.result.type;
  switch (op.name) {
    case 'shuffle': {
      const mask = x.evaluate.cells(x, op.arguments[op.arguments.length - 1]);
      const all = op.arguments.slice(0, -1).flatMap((argument) => x.evaluate.cells(x, argument));
      return mask.map((index) => chosen(x, all, index));
    }
    case 'shufflevector': {
      if (second === undefined) return null;
      const all = [...x.evaluate.cells(x, first), ...x.evaluate.cells(x, second)];
      const [{ sort }] = x.cellsOf(element);
      return op.arguments.slice(2).map((index) => {
        const at = index.kind === 'integer' ? Number(index.value) : -1;
        return all[at] ?? x.unknown(sort, '__builtin_shufflevector with index -1');
      });
    }
    case 'convertvector':
      return lanes(x, first, (operand) => make.convert(x.plan.layout, valueType(element), operand));
    default:
      return null;
  }
}

/** Returns `all[index modulo their number]`. The number is a power of two. */
function chosen(x: Execution, all: readonly Term[], index: Term): Term {
  const { terms } = x;
  const bits = Math.log2(all.length);
  const wide = resize(x, index, Math.max(bits, 1));
  let result = all[0];
  for (let i = 1; i < all.length; i++)
    result = terms.ite(terms.eq(wide, terms.bv(terms.width(wide), i)), all[i], result);
  return result;
}

function elementType(type: CType): CType {
  return valueType(type.kind === 'vector' ? type.element : type);
}

function lanes(x: Execution, operand: Expr, make: (lane: Expr) => Expr): readonly Term[] {
  const type = elementType(operand.type);
  return x.evaluate.cells(x, operand).map((cell) => x.evaluate.cells(x, make(x.bind(type, [cell])))[0]);
}

function pairs(x: Execution, left: Expr, right: Expr, make: (left: Expr, right: Expr) => Expr): readonly Term[] {
  const [l, r] = [elementType(left.type), elementType(right.type)];
  const others = x.evaluate.cells(x, right);
  return x.evaluate
    .cells(x, left)
    .map((cell, i) => x.evaluate.cells(x, make(x.bind(l, [cell]), x.bind(r, [others[i]])))[0]);
}

/**
 * Shifts an element. A count of the element's width or more gives any value, as the result depends on
 * the instruction that the compiler chooses.
 */
function shifted(
  x: Execution,
  { operator, left, right }: Expr & { kind: 'binary' },
  type: IntegerType | FloatType,
): readonly Term[] {
  const { terms } = x;
  const counts = x.evaluate.cells(x, right);
  const lane = (a: Expr, b: Expr): Expr => ({ kind: 'binary', type, operator, left: a, right: b });
  return pairs(x, left, right, lane).map((value, i) => {
    const width = terms.width(value);
    const beyond = terms.ule(terms.bv(terms.width(counts[i]), width), counts[i]);
    if (beyond === terms.false) return value;
    return terms.ite(beyond, x.unknown({ kind: 'bv', width }, 'shift of a vector by too many bits', {}, beyond), value);
  });
}

/**
 * Converts to a vector. A scalar of the element's kind and size fills all elements; all other operands
 * keep their bits.
 */
function convertToVector(x: Execution, operand: Expr, to: VectorType): readonly Term[] | null {
  const { terms } = x;
  const cells = x.evaluate.cells(x, operand);
  const kinds = x.cellsOf(to);
  const same = terms.sortId(cells[0]) === terms.sorts.id(kinds[0].sort);
  if (operand.type.kind === 'vector' ? same && cells.length === kinds.length : same) {
    return kinds.map((_, i) => cells[operand.type.kind === 'vector' ? i : 0]);
  }
  if (x.plan.shapes.sizeOf(operand.type) !== x.plan.shapes.sizeOf(to)) return null;
  const bits = bitsOf(x, cells);
  const width = terms.width(bits) / kinds.length;
  return kinds.map(({ sort }, i) => {
    const low = lowestBit(x, { bit: i * width, bits: width }, terms.width(bits))!;
    const lane = terms.extract(bits, low + width - 1, low);
    return sort.kind === 'float' ? terms.fpFromBits(lane, sort) : lane;
  });
}

/** Returns the bytes of the cells, which follow one another in memory. */
function bitsOf(x: Execution, cells: readonly Term[]): Term {
  const { terms } = x;
  const parts = cells.map((cell) => {
    const sort = terms.sort(cell);
    return sort.kind === 'float' ? floatBits(x, cell) : cell;
  });
  return parts.reduce((bytes, part) => followed(x, bytes, part));
}
