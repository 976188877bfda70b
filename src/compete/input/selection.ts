import { basename, dirname } from 'node:path';
import { LemmataError } from '../../base/errors.ts';
import { isHardware } from '../../portfolio/options.ts';
import { readProperty } from '../../portfolio/property.ts';
import type { TaskProperty } from '../task.ts';
import { type DefinedProperty, readTaskDefinition, type TaskDefinition } from './task-definition.ts';

/** A task before it has a name. */
export interface Candidate {
  readonly definition: string;
  readonly files: readonly string[];
  readonly property: TaskProperty | null;
  readonly dataModel: TaskDefinition['dataModel'];
  readonly set: string;
}

/** Which properties of a definition become tasks. */
export interface PropertyChoice {
  /** Only this property, named as in `TaskProperty.name`; null: all that are checked. */
  readonly name: string | null;
  /** Verify against this file, whatever the definition says; the expected verdict is that of the property of the same name. */
  readonly file: string | null;
}

/** What {@link candidatesOf} found in one definition. */
export interface Found {
  readonly candidates: readonly Candidate[];
  /** Names of properties that no task was made for, since Lemmata does not check them. */
  readonly unchecked: readonly string[];
}

const PROGRAM = /\.(c|i|btor2?)$/i;

/** Whether a file is a program or model itself, not a definition. */
export function isProgram(file: string): boolean {
  return PROGRAM.test(file);
}

/**
 * The tasks of one definition, or of one program: one for each property that is chosen and that Lemmata checks. `set`: in which they count.
 * Throws LemmataError `E-INPUT` where there is none, and those of {@link readTaskDefinition}.
 */
export function candidatesOf(file: string, set: string | null, choice: PropertyChoice): Found {
  const setName = set ?? basename(dirname(file));
  if (isProgram(file)) {
    const property = choice.file === null ? null : { name: propertyName(choice.file), file: choice.file, expected: null };
    return { candidates: [{ definition: file, files: [file], property, dataModel: null, set: setName }], unchecked: [] };
  }
  const definition = readTaskDefinition(file);
  const { language, inputFiles, dataModel } = definition;
  const hardware = inputFiles.every(isHardware);
  if (language !== null && language !== 'C' && !hardware)
    throw refused(file, `its language is ${language}, and only C is verified`);
  const unchecked: string[] = [];
  const properties = definition.properties.flatMap((property) => {
    const name = propertyName(property.file ?? property.pattern);
    if (choice.name !== null && choice.name !== name) return [];
    if (choice.file !== null)
      return name === propertyName(choice.file) ? [{ name, file: choice.file, expected: property.expected }] : [];
    if (property.file !== null && isChecked(property.file)) return [{ name, file: property.file, expected: property.expected }];
    unchecked.push(name);
    return [];
  });
  if (properties.length === 0) throw refused(file, withoutTask(definition.properties, choice));
  return {
    candidates: properties.map((property) => ({ definition: file, files: inputFiles, property, dataModel, set: setName })),
    unchecked,
  };
}

function refused(file: string, why: string): LemmataError {
  return new LemmataError('E-INPUT', why, { file, line: 1, column: 1 });
}

function withoutTask(properties: readonly DefinedProperty[], choice: PropertyChoice): string {
  if (properties.length === 0) return 'it has no property, and no verdict to expect';
  const names = properties.map(({ file, pattern }) =>
    file === null ? `${propertyName(pattern)} (its file ${pattern} is not there)` : propertyName(file),
  );
  const wanted = choice.name ?? (choice.file === null ? null : propertyName(choice.file));
  return wanted === null
    ? `none of its properties is one that Lemmata checks: ${names.join(', ')}`
    : `it has no property ${wanted}, only ${names.join(', ')}`;
}

/** `unreach-call` of `../properties/unreach-call.prp`. */
export function propertyName(file: string): string {
  return basename(file).replace(/\.prp$/, '');
}

const checked = new Map<string, boolean>();

/** Whether Lemmata checks the property of this file. Files are read once. */
function isChecked(file: string): boolean {
  let known = checked.get(file);
  if (known === undefined) {
    try {
      readProperty(file);
      known = true;
    } catch (error) {
      if (!(error instanceof LemmataError)) throw error;
      known = false;
    }
    checked.set(file, known);
  }
  return known;
}
