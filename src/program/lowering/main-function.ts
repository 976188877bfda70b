import type { SourceLocation } from '../../base/source.ts';
import type { FunctionDeclaration, TranslationUnit } from '../../c/ast.ts';
import { INT } from '../../c/types/type-basics.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder, MainEnd } from './builder.ts';

/**
 * Code around `main`: constructors run at its first start, and the end of the program follows its last
 * return.
 */

/** Builds the start of `main`. */
export function startMain(b: FunctionBuilder, unit: TranslationUnit, { id, at }: FunctionDeclaration): void {
  callConstructors(b, unit.constructors, id, at);
  if (unit.ending === null) return;
  const depth = hiddenStatic(b, '$mains', id, at);
  b.mainEnd = { depth, ending: unit.ending };
  b.assign(depth, plus(make.load(depth), 1n), at);
}

/** Ends the program if this is the only activation of `main`. Otherwise control continues to the return. */
export function endMain(b: FunctionBuilder, { depth, ending }: MainEnd, value: Expr | null, at: SourceLocation): void {
  const [last, inner] = [b.newLocation(), b.newLocation()];
  b.branch(make.compare('==', make.load(depth), make.ONE), last, inner, at);
  b.here = last;
  const status = value === null ? make.zeroOf(INT) : make.convert(b.layout, INT, value);
  b.emit({ kind: 'call', callee: { kind: 'direct', function: ending.id }, arguments: [status], result: null }, at);
  b.longJumps.behindLibrary(at);
  b.continueAt(inner, at);
  b.assign(depth, plus(make.load(depth), -1n), at);
}

/** Calls the functions with the attribute `constructor` at the first start of `main`. */
function callConstructors(
  b: FunctionBuilder,
  constructors: readonly FunctionDeclaration[],
  id: number,
  at: SourceLocation,
): void {
  if (constructors.length === 0) return;
  const place = hiddenStatic(b, '$started', id, at);
  b.context.started = place;
  const [first, body] = [b.newLocation(), b.newLocation()];
  b.branch(make.load(place), body, first, at);
  b.here = first;
  b.assign(place, make.ONE, at);
  for (const fn of constructors) {
    b.emit({ kind: 'call', callee: { kind: 'direct', function: fn.id }, arguments: [], result: null }, at);
    b.longJumps.behindLibrary(at);
  }
  b.continueAt(body, at);
}

function hiddenStatic(b: FunctionBuilder, name: string, scope: number, at: SourceLocation): Place {
  const variable = b.context.newVariable(name, INT, 'static', scope, at);
  b.context.addGlobal(variable);
  return make.variablePlace(variable);
}

function plus(left: Expr, number: bigint): Expr {
  return { kind: 'binary', type: INT, operator: '+', left, right: { kind: 'integer', type: INT, value: number } };
}
