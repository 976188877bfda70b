import { LemmataError } from '../../base/errors.ts';
import type { InitializerEntry } from '../../c/ast.ts';
import { isArray } from '../../c/types/type-tools.ts';
import type { CType } from '../../c/types/types.ts';
import type { StaticValue } from '../cfa/automaton.ts';
import type { FunctionBuilder } from './builder.ts';
import { packRuns, typeAt } from './static-runs.ts';

/**
 * Translates all static initialisers, including those of the strings and compound literals that they
 * use.
 */
export function buildInitialValues(b: FunctionBuilder): void {
  const { context } = b;
  for (let next = context.pendingInitializers.pop(); next !== undefined; next = context.pendingInitializers.pop()) {
    const { variable, initializer } = next;
    context.initialValues.set(
      variable.id,
      packRuns(
        variable.type,
        initializer.entries.map((entry) => staticValue(b, variable.type, entry)),
        b.layout,
      ),
    );
  }
}

function staticValue(b: FunctionBuilder, object: CType, entry: InitializerEntry): StaticValue {
  const { path, range } = entry;
  const value = constant(b, object, entry);
  return range === undefined ? { path, value } : { path, range, value };
}

function constant(b: FunctionBuilder, object: CType, { path, value }: InitializerEntry): StaticValue['value'] {
  if (value.kind === 'string' && isArray(value.type))
    return { kind: 'bytes', units: fitting(value.units, typeAt(object, path)) };
  const before = b.edges.length;
  const expr = b.value(value);
  if (b.edges.length !== before)
    throw new LemmataError('E-INPUT', 'initialiser of a static object is not constant', value.at);
  return expr;
}

/** Returns the units that fit: `char s[3] = "abc"` has no room for the zero. */
function fitting(units: readonly number[], array: CType): readonly number[] {
  if (array.kind !== 'array' || typeof array.length !== 'bigint' || BigInt(units.length) <= array.length) return units;
  return units.slice(0, Number(array.length));
}
