import { INT } from '../../../c/types/type-basics.ts';
import type { RoundingMode, Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { Execution } from '../machine/execution.ts';

/**
 * The floating-point environment. Exception flags are not kept. In programs that set the rounding
 * mode, a hidden object of static storage holds it: bits 10 and 11 of x86's control words.
 */

const MODES: readonly RoundingMode[] = ['RNE', 'RTN', 'RTP', 'RTZ'];
const FIELD = 0xc00;
const SHIFT = 10;

/** Returns the result of a rounding operation, in the current rounding mode. */
export function rounded(x: Execution, operation: (mode: RoundingMode) => Term): Term {
  const { terms } = x;
  const cell = x.encoding.roundingCell;
  if (cell === null) return operation('RNE');
  const mode = x.read(cell);
  if (terms.isBv(mode)) return operation(MODES[Number(terms.constValue(mode) >> BigInt(SHIFT)) & 3]);
  const field = terms.extract(mode, SHIFT + 1, SHIFT);
  const [nearest, ...others] = MODES.map(operation);
  return others.reduce((result, value, i) => terms.ite(terms.eq(field, terms.bv(2, i + 1)), value, result), nearest);
}

/**
 * Returns the result of an operation on constants. GCC computes it at compile time and rounds to
 * nearest. The program may have set another mode and asked for it to count (`-frounding-math`), so the
 * result is either.
 */
export function roundedConstant(x: Execution, operation: (mode: RoundingMode) => Term): Term {
  const { terms } = x;
  const nearest = operation('RNE');
  const now = rounded(x, operation);
  const differ = terms.not(terms.eq(nearest, now));
  if (differ === terms.false) return nearest;
  return terms.ite(x.unknown({ kind: 'bool' }, 'rounding of a constant expression', {}, differ), nearest, now);
}

/** Returns the result of a call of fenv.h; null for calls that are not modelled. */
export function roundingFunction(x: Execution, name: string, args: readonly Expr[]): Term | null {
  const { terms, encoding } = x;
  const cell = encoding.roundingCell;
  const width = x.plan.shapes.width(INT);
  switch (name) {
    case 'fegetround':
      return cell === null ? terms.bv(width, 0) : x.read(cell);
    case 'fesetround': {
      if (cell === null || args.length !== 1) return null;
      const mode = x.evaluate.integer(x, args[0]);
      if (terms.width(mode) !== width) return null;
      const invalid = terms.not(terms.eq(terms.bvAnd(mode, terms.bvNot(terms.bv(width, FIELD))), terms.bv(width, 0)));
      x.write(cell, terms.ite(invalid, x.read(cell), mode));
      return terms.zext(terms.boolToBv(invalid), width);
    }
    case 'fesetenv':
    case 'feupdateenv': {
      if (cell === null) return null;
      const any = x.unknown({ kind: 'bv', width: 2 }, `rounding mode set by ${name}`);
      x.write(cell, terms.shl(terms.zext(any, width), terms.bv(width, SHIFT)));
      return x.unknown({ kind: 'bv', width }, `result of ${name}`);
    }
    case 'feclearexcept':
    case 'feraiseexcept':
      return terms.bv(width, 0);
    case 'fetestexcept':
    case 'fegetexcept':
    case 'feenableexcept':
    case 'fedisableexcept':
      return x.unknown({ kind: 'bv', width }, `floating-point exceptions (${name})`);
    default:
      return null;
  }
}
