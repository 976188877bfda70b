import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../../c/ast.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import { addressOf, convert, elementOfArray, memberOf } from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';
import type { Volatility } from './context.ts';
import { CHANGES, Effect, effectsOf } from './effects.ts';

function worst(parts: readonly (Expr | Place)[], b: FunctionBuilder): Volatility {
  let result: Volatility = 0;
  for (const part of parts) {
    const v = volatility(part, b);
    if (v > result) result = v;
  }
  return result;
}

/**
 * Returns the volatility of an expression's value, or of a place's identity. It examines each node
 * once.
 */
function volatility(x: Expr | Place, b: FunctionBuilder): Volatility {
  const known = b.context.volatilities.get(x);
  if (known !== undefined) return known;
  const result = computeVolatility(x, b);
  b.context.volatilities.set(x, result);
  return result;
}

function computeVolatility(x: Expr | Place, b: FunctionBuilder): Volatility {
  switch (x.kind) {
    case 'integer':
    case 'float':
    case 'function-address':
    case 'label-address':
    case 'variable':
      return 0;
    case 'address':
      return volatility(x.place, b);
    case 'load':
      return loadVolatility(x.place, b);
    case 'negate':
    case 'complement':
    case 'not':
    case 'convert':
    case 'complex-part':
      return volatility(x.operand, b);
    case 'binary':
    case 'compare':
    case 'pointer-difference':
      return worst([x.left, x.right], b);
    case 'pointer-add':
      return worst([x.pointer, x.index], b);
    case 'conditional':
      return worst([x.condition, x.then, x.otherwise], b);
    case 'complex':
      return worst([x.real, x.imaginary], b);
    case 'size-of':
      return 1;
    case 'dereference':
      return volatility(x.pointer, b);
    case 'member':
      return volatility(x.base, b);
    case 'element':
      return worst([x.base, x.index], b);
  }
}

function loadVolatility(place: Place, b: FunctionBuilder): Volatility {
  let inner = place;
  while (inner.kind === 'member') inner = inner.base;
  if (inner.kind !== 'variable') return 2;
  const { variable } = inner;
  if (variable.storage === 'static' || b.context.survey.addressTaken.has(variable.id)) return 2;
  return b.context.temporaries.has(variable.id) ? 0 : 1;
}

/** Returns an expression with the current value of `value`, whatever `effects` follow. */
export function keep(b: FunctionBuilder, value: Expr, effects: number, at: SourceLocation): Expr {
  if ((effects & CHANGES) === 0) return value;
  const degree = volatility(value, b);
  if (degree === 0 || (degree === 1 && (effects & Effect.write) === 0)) return value;
  // An address is not copied to a pointer, so that its object stays plain to see.
  if (value.kind === 'address')
    return addressOf(
      keepPlace(b, value.place, effects, at),
      value.type as Extract<typeof value.type, { kind: 'pointer' }>,
    );
  if (value.kind === 'convert' && value.operand.kind === 'address') {
    return convert(b.layout, value.type, keep(b, value.operand, effects, at));
  }
  return b.hoist(value, at);
}

/** Returns a place that denotes the object that `place` denotes now, whatever `effects` follow. */
export function keepPlace(b: FunctionBuilder, place: Place, effects: number, at: SourceLocation): Place {
  switch (place.kind) {
    case 'variable':
      return place;
    case 'member': {
      const base = keepPlace(b, place.base, effects, at);
      return base === place.base ? place : memberOf(base, place.index);
    }
    case 'element': {
      const base = keepPlace(b, place.base, effects, at);
      const index = keep(b, place.index, effects, at);
      return base === place.base && index === place.index ? place : elementOfArray(base, index);
    }
    case 'dereference': {
      const pointer = keep(b, place.pointer, effects, at);
      return pointer === place.pointer ? place : { ...place, pointer };
    }
  }
}

/** Returns the values of several operands, which are evaluated left to right. */
export function operands(b: FunctionBuilder, expressions: readonly Expression[]): Expr[] {
  const later: number[] = new Array(expressions.length + 1).fill(Effect.none);
  for (let i = expressions.length - 1; i >= 0; i--) later[i] = later[i + 1] | effectsOf(b.context, expressions[i]);
  return expressions.map((e, i) => keep(b, b.value(e), later[i + 1], e.at));
}

/** The same where they are evaluated right to left. */
export function operandsBackwards(b: FunctionBuilder, expressions: readonly Expression[]): Expr[] {
  return operands(b, expressions.toReversed()).toReversed();
}
