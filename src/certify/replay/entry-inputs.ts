import type { AutomatonFunction, Program } from '../../program/cfa/automaton.ts';
import { ENTRY_FUNCTION, GIVEN_SUFFIX, TARGET_SUFFIX } from '../../program/cfa/entry-options.ts';
import type { RecordedInput } from './recorded-run.ts';

/** Names the parts of the call with which a program without `main` begins, among the inputs of its run. */
export function withEntryInputs(program: Program, inputs: readonly RecordedInput[]): readonly RecordedInput[] {
  const main = program.main === null ? null : program.functions[program.main];
  if (main?.name !== ENTRY_FUNCTION) return inputs;
  return inputs.map((input) => (isOfEntry(main, input) ? { ...input, ...partOf(main, input.name) } : input));
}

/** No other object without initial content is at the place of the called function. */
function isOfEntry({ at, locals }: AutomatonFunction, input: RecordedInput): boolean {
  const same = input.at.line === at.line && input.at.column === at.column && input.at.file === at.file;
  return same && input.kind === 'uninitialised' && locals.some(({ name }) => name === input.name);
}

function partOf({ locals }: AutomatonFunction, name: string): Pick<RecordedInput, 'entry' | 'name'> {
  // The variables of a pointer come in this order: its object, and whether it leads there.
  const index = locals.findIndex((local) => local.name === name);
  const object = name.endsWith(GIVEN_SUFFIX) ? `${name.slice(0, -GIVEN_SUFFIX.length)}${TARGET_SUFFIX}` : null;
  if (object !== null && locals[index - 1]?.name === object)
    return { entry: 'pointer', name: name.slice(0, -GIVEN_SUFFIX.length) };
  // No argument is an array.
  if (name.endsWith(TARGET_SUFFIX) && locals[index].type.kind === 'array')
    return { entry: 'target', name: name.slice(0, -TARGET_SUFFIX.length) };
  return { entry: 'argument', name };
}
