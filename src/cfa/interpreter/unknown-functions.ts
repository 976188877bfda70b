import type { CType } from '../../c/types.ts';
import { Qualifier } from '../../c/types.ts';
import type { AutomatonFunction } from '../automaton.ts';
import { readerOf } from './access.ts';
import type { Runtime } from './runtime.ts';
import type { Value } from './values.ts';

/**
 * The result of a function without body or model: an input. What such a function might write through its arguments is not modelled, and
 * noted as an approximation.
 */
export function unknownResult(
  runtime: Runtime,
  fn: AutomatonFunction,
  types: readonly CType[],
  resultType: CType,
): Value | undefined {
  // The declaration says more about const than the arguments do.
  const declared = types.map((type, index) => fn.type.parameters[index]?.type ?? type);
  if (!fn.pure && declared.some(writableThrough)) runtime.approximate.add(`${fn.name} may write through its arguments`);
  switch (resultType.kind) {
    case 'void':
      return undefined;
    case 'struct':
    case 'union':
    case 'array':
    case 'vector':
    case 'complex': {
      const { size } = runtime.represent(resultType);
      const address = runtime.heap.allocate(size);
      runtime.unknownContent(resultType, fn.name, address, size, 'unknown-function');
      const value = readerOf(runtime.represent(resultType))(runtime.memory.view, address);
      runtime.heap.release(address);
      return value;
    }
    default:
      return runtime.input('unknown-function', resultType, fn.name);
  }
}

function writableThrough(type: CType): boolean {
  if (type.kind !== 'pointer') return false;
  let { target } = type;
  while (target.kind === 'array') target = target.element;
  return target.kind !== 'function' && ((target.qualifiers ?? 0) & Qualifier.const) === 0;
}
