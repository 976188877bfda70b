import { type InputSource, InputsExhausted } from './source.ts';

/**
 * Scalars in order of consumption; uninitialised memory is zero. When the list ends, further inputs are 0, or the run ends with
 * `inputs-exhausted` if `strict`.
 */
export function scriptedInputs(values: readonly bigint[], options: { readonly strict?: boolean } = {}): InputSource {
  let next = 0;
  return {
    scalar(request) {
      if (next < values.length) return values[next++];
      if (options.strict) throw new InputsExhausted(request.site);
      return 0n;
    },
    content: () => false,
  };
}
