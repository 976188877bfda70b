import { fromNumber, toBits } from '../../base/float-bits.ts';
import { formatOf } from './draws.ts';
import { type InputSource, InputsExhausted } from './source.ts';

/**
 * Returns scalars in order of consumption, as values (3 for a double is 3.0). Uninitialised memory is
 * zero. When the list ends, further inputs are 0, or the run ends with `inputs-exhausted` if `strict`.
 */
export function scriptedInputs(
  values: readonly (bigint | number)[],
  options: { readonly strict?: boolean } = {},
): InputSource {
  let next = 0;
  return {
    scalar(request) {
      // Allocations succeed, and nothing changes: the values are those that the program asks for by name.
      if (request.kind !== 'nondet' && request.kind !== 'unknown-function') return 0n;
      if (next >= values.length) {
        if (options.strict) throw new InputsExhausted(request.site);
        return 0n;
      }
      const value = values[next++];
      if (request.type.kind === 'float') return toBits(formatOf(request.type), fromNumber(Number(value)));
      return typeof value === 'bigint' ? value : BigInt(Math.trunc(Number.isFinite(value) ? value : 0));
    },
    pointer: () => null,
    content: () => false,
  };
}
