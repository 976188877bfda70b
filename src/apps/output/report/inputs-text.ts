import type { ProgramRun } from '../../../certify/replay/recorded-run.ts';
import { invocation } from './command-line.ts';
import { inputText } from './input-text.ts';

/** Most inputs that a sentence names. */
const SHOWN_INPUTS = 5;

/** The inputs of a run as a part of a sentence. */
export function inputsText(run: ProgramRun): string {
  const { inputs } = run;
  const line = invocation(run);
  const called = line === null ? '' : `on the command line ${line}`;
  if (inputs.length === 0) return line === null ? 'without any input' : called;
  const shown = inputs.slice(0, SHOWN_INPUTS).map(inputText).join(', ');
  return `${called === '' ? '' : `${called}, `}with ${shown}${inputs.length > SHOWN_INPUTS ? ` and ${inputs.length - SHOWN_INPUTS} inputs more` : ''}`;
}
