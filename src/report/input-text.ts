import type { RecordedInput } from '../certify/recorded-run.ts';

/** Describes an input of a run. */
export function inputText(input: RecordedInput): string {
  switch (input.kind) {
    case 'nondet':
    case 'unknown-function':
      return `${input.name}() = ${input.value}`;
    case 'allocation':
      return `${input.name}() ${input.constant === null ? 'succeeds' : 'fails'}`;
    case 'uninitialised':
      return `${input.name} = ${input.value} (not initialised)`;
    case 'external-call':
      return `${input.by ?? 'an external function'}() calls back ${input.value}()`;
    case 'external-argument':
      return `${input.by ?? 'an external function'}() passes ${input.value} as ${input.name}`;
    case 'external-pointer':
    case 'external-offset':
      return `${input.by ?? 'an external function'}() makes ${input.name} lead to ${input.value}`;
    case 'external-change':
    case 'external-content':
      return `the call of ${input.by ?? 'an external function'}() changes ${input.name} to ${input.value}`;
  }
}
