import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';
import { resize } from '../memory/locate.ts';

/** The element count of a VLA, from its hidden variable in the current context; null if that is not at hand. */
export function lengthOf(x: Execution, variable: number, width: number): Term | null {
  const { encoding } = x;
  const fn = encoding.linked.contexts[x.context].function;
  const local = fn.locals.find((v) => v.id === variable) ?? fn.parameters.find((v) => v.id === variable);
  if (local === undefined) return null;
  const object = encoding.objects.variable(local, x.context);
  return object.shape.kind === 'scalar' ? resize(x, x.read(object.base), width) : null;
}
