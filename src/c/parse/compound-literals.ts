import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Initializer, Statement } from '../ast.ts';
import { rvalue } from '../semantics/conversions.ts';
import { withLengths } from '../semantics/operators.ts';
import { formatType, isComplete, isFunction } from '../types/type-tools.ts';
import type { CType } from '../types/types.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';

/** Storage classes and lengths before the initialiser list of a compound literal. */
export interface LiteralHead {
  /** Keywords before the type (C23 6.5.3.6): `static`, `register`, `constexpr`, `_Thread_local`. */
  readonly storage: ReadonlySet<string>;
  /** Statements that compute the lengths of its type. */
  readonly lengths: readonly Statement[];
}

/**
 * Reads the initialiser list of a compound literal (C11 6.5.2.5), which becomes a hidden object,
 * static at file scope.
 */
export function compoundLiteral(c: Context, type: CType, at: SourceLocation, head: LiteralHead): Expression {
  const { storage, lengths } = head;
  const unknownLength = type.kind === 'array' && type.length === 'unknown' && isComplete(type.element);
  if (isFunction(type) || (!isComplete(type) && !unknownLength)) throw failure('C1303', [formatType(type)], at);
  const isStatic = c.function === null || storage.has('static');
  if (isStatic && lengths.length > 0) throw failure('C1321', [], at);
  const result = c.grammar.initializer(c, type, isStatic);
  const variable = c.program.newVariable('$literal', result.type, at, {
    storage: isStatic ? 'static' : 'automatic',
    scope: c.function?.id ?? null,
    threadLocal: storage.has('_Thread_local'),
  });
  if (isStatic) variable.initializer = result.initializer;
  if (isStatic && c.function !== null) return { kind: 'variable', type: result.type, at, variable };
  if (!isStatic) c.function!.locals.push(variable);
  const e = (initializer: Initializer): Expression => {
    return { kind: 'compound-literal', type: result.type, at, variable, initializer };
  };
  // The first value evaluates the lengths, so that the literal remains an lvalue.
  const [first, ...others] = result.initializer.entries;
  if (first === undefined)
    return lengths.length === 0 ? e(result.initializer) : withLengths(lengths, rvalue(c, e(result.initializer)));
  return e({ ...result.initializer, entries: [{ ...first, value: withLengths(lengths, first.value) }, ...others] });
}
