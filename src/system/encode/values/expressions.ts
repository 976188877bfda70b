import { isInteger, isReal } from '../../../c/types/type-basics.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import { floatOf } from '../floats/floats.ts';
import type { Evaluator, Execution } from '../machine/execution.ts';
import { load } from '../memory/places/access.ts';
import { shapeOf } from '../memory/places/meeting.ts';
import { type Reference, resolve } from '../memory/places/places.ts';
import { pointerOf } from '../memory/pointers/pointers.ts';
import { isSignedInteger } from '../memory/pointers/words.ts';
import { compositeOf, isPart, partOf } from './composite.ts';
import { conditionOf, integerOf } from './integers.ts';

/** The meaning of side-effect-free expressions, by the kind of their type. */
export const EVALUATOR: Evaluator = {
  cells: cellsOf,
  integer(x, expr) {
    if (isInteger(expr.type)) return isPart(expr) ? scalarPart(x, expr) : integerOf(x, expr);
    return x.unknown({ kind: 'bv', width: 32 }, `${expr.type.kind} where an integer is expected`);
  },
  pointer: pointerOf,
  condition: conditionOf,
};

function cellsOf(x: Execution, expr: Expr): readonly Term[] {
  if (expr.kind === 'load') return x.boundCells(expr) ?? loaded(x, expr);
  if (isPart(expr) && isReal(expr.type)) return [scalarPart(x, expr)];
  switch (expr.type.kind) {
    case 'integer':
    case 'enum':
      return [integerOf(x, expr)];
    case 'pointer': {
      const { object, offset } = pointerOf(x, expr);
      return [object, offset];
    }
    case 'float': {
      const value = floatOf(x, expr);
      return value === null ? x.unknownCells(x.cellsOf(expr.type), what(expr)) : [value];
    }
    default:
      break;
  }
  if (expr.kind === 'conditional') {
    const condition = x.evaluate.condition(x, expr.condition);
    const a = cellsOf(x, expr.then);
    const b = cellsOf(x, expr.otherwise);
    return a.map((value, i) => x.terms.ite(condition, value, b[i]));
  }
  const composite = compositeOf(x, expr);
  if (composite !== null) return composite;
  if (expr.kind === 'convert' && x.cellsOf(expr.type).length === x.cellsOf(expr.operand.type).length)
    return cellsOf(x, expr.operand);
  return x.unknownCells(x.cellsOf(expr.type), what(expr), null);
}

function scalarPart(x: Execution, expr: Expr): Term {
  return partOf(x, expr) ?? x.unknownCells(x.cellsOf(expr.type), `conversion of a ${expr.type.kind}`)[0];
}

function what(expr: Expr): string {
  if (expr.type.kind === 'float') return 'floating-point arithmetic';
  if (expr.type.kind === 'complex' && expr.kind === 'binary') return 'quotient of complex numbers';
  return `${expr.kind} of type ${expr.type.kind}`;
}

/**
 * Loads a value. Bit-fields are extended to their declared type. A `_Bool` whose byte is neither 0 nor
 * 1 counts as true.
 */
function loaded(x: Execution, expr: Expr & { kind: 'load' }): readonly Term[] {
  const { terms } = x;
  const reference = resolve(x, expr.place);
  const cells = named(x, reference, load(x, reference));
  if (reference.field === null) {
    if (expr.type.kind !== 'integer' || expr.type.name !== 'bool') return cells;
    const [byte] = cells;
    const size = terms.width(byte);
    return [terms.ite(terms.eq(byte, terms.bv(size, 0)), terms.bv(size, 0), terms.bv(size, 1))];
  }
  const width = x.plan.shapes.width(expr.type);
  const [value] = cells;
  if (terms.width(value) >= width) return cells;
  return [isSignedInteger(x, expr.type) ? terms.sext(value, width) : terms.zext(value, width)];
}

/** The cells, or the inputs that name them where the plan says so. */
function named(x: Execution, reference: Reference, cells: readonly Term[]): readonly Term[] {
  const { names } = x.plan;
  if (names === 'none') return cells;
  const { cells: kinds } = shapeOf(x, reference);
  return cells.map((cell, c) => {
    const { role } = kinds[c];
    if (x.terms.sort(cell).kind !== 'bv' || (names === 'integers' && role !== 'value')) return cell;
    return x.named(cell, role === 'object' ? { targets: x.facts.targets(cell) } : {});
  });
}
