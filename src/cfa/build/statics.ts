import { LemmataError } from '../../base/errors.ts';
import type { InitializerEntry } from '../../c/ast.ts';
import { isArray } from '../../c/type-tools.ts';
import type { StaticValue } from '../automaton.ts';
import type { FunctionBuilder } from './builder.ts';

/** Translates all static initialisers, those of strings and compound literals that they mention included. */
export function buildInitialValues(b: FunctionBuilder): void {
  const { context } = b;
  for (let next = context.pendingInitializers.pop(); next !== undefined; next = context.pendingInitializers.pop()) {
    const { variable, initializer } = next;
    context.initialValues.set(
      variable.id,
      initializer.entries.map((entry) => staticValue(b, entry)),
    );
  }
}

function staticValue(b: FunctionBuilder, { path, range, value }: InitializerEntry): StaticValue {
  const where = range === undefined ? { path } : { path, range };
  if (value.kind === 'string' && isArray(value.type)) return { ...where, value: { kind: 'bytes', units: value.units } };
  const before = b.edges.length;
  const expr = b.value(value);
  if (b.edges.length !== before) throw new LemmataError('E-INPUT', 'initialiser of a static object is not constant', value.at);
  return { ...where, value: expr };
}
