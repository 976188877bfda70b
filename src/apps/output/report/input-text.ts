import type { RecordedInput } from '../../../certify/replay/recorded-run.ts';
import { ANY_CONTENT, OUTSIDE_READ } from '../../../program/cfa/beyond.ts';
import { formatUnits } from '../../../program/cfa/format-expr.ts';
import { isReturned, OF_FILE } from '../../../program/cfa/inputs.ts';

/** The function by whose calls a run reads its standard input, whatever function the program calls. */
const CHARACTERS = 'getchar';

/** Inputs that one place takes in a row, as one text. */
export interface InputRow {
  readonly at: RecordedInput['at'];
  readonly text: string;
}

/** Describes inputs in order. Characters of one stream that one place reads are one text. */
export function inputRows(inputs: readonly RecordedInput[]): readonly InputRow[] {
  const rows: InputRow[] = [];
  for (let index = 0; index < inputs.length; ) {
    const input = inputs[index];
    let end = index + 1;
    if (isCharacter(input)) while (end < inputs.length && isCharacter(inputs[end], input)) end++;
    const read = inputs.slice(index, end);
    rows.push({ at: input.at, text: read.length > 1 ? charactersText(read) : inputText(input) });
    index = end;
  }
  return rows;
}

function isCharacter({ kind, name, value, at }: RecordedInput, first?: RecordedInput): boolean {
  if (!isReturned(kind) || (name !== CHARACTERS && !name.startsWith(OF_FILE)) || !/^-?\d+$/.test(value)) return false;
  if (first === undefined) return true;
  const { file, line, column } = first.at;
  return first.name === name && file === at.file && line === at.line && column === at.column;
}

function charactersText(inputs: readonly RecordedInput[]): string {
  const values = inputs.map(({ value }) => Number(value));
  const end = values.at(-1) === -1;
  const units = end ? values.slice(0, -1) : values;
  const [{ name }] = inputs;
  const stream = name === CHARACTERS ? 'standard input' : `file ${name.slice(OF_FILE.length)}`;
  return `${stream}: ${formatUnits(units)}${end ? ', then its end' : ''}`;
}

/** Describes an input of a run. */
export function inputText(input: RecordedInput): string {
  switch (input.kind) {
    case 'nondet':
    case 'unknown-function':
      if (input.name === OUTSIDE_READ) return `${input.value} is read from outside`;
      if (input.name.startsWith(ANY_CONTENT)) return `${input.value} as part of memory with any content`;
      if (input.name.startsWith(OF_FILE)) return `${input.value} is the next ${input.name}`;
      return `${input.name}() = ${input.value}`;
    case 'allocation':
      return `${input.name}() ${input.constant === null ? 'succeeds' : 'fails'}`;
    case 'uninitialised':
      return input.entry === undefined
        ? `${input.name} = ${input.value} (not initialised)`
        : entryText(input.entry, input);
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

function entryText(entry: NonNullable<RecordedInput['entry']>, { name, value }: RecordedInput): string {
  switch (entry) {
    case 'argument':
      return `${name} = ${value} (argument)`;
    case 'target':
      return `${name} leads to ${value}`;
    case 'pointer':
      return value === '0' ? `${name} = NULL` : `${name} is not NULL`;
  }
}
