import { isReturned } from '../../program/cfa/inputs.ts';
import type { InputRecorder } from '../replay/input-recorder.ts';

/** Most inputs that a message lists. */
const MOST_LISTED = 12;

/** Lists the first inputs of a run in one line. */
export function inputList({ inputs }: Pick<InputRecorder, 'inputs'>): string {
  if (inputs.length === 0) return 'it takes no inputs';
  const listed = inputs.slice(0, MOST_LISTED).map(({ kind, name, at, value }) => {
    const what = isReturned(kind) ? `${name}()` : name;
    return `${what} at line ${at.line} = ${value}`;
  });
  const more = inputs.length > listed.length ? `, and ${inputs.length - listed.length} more` : '';
  return `inputs: ${listed.join(', ')}${more}`;
}
