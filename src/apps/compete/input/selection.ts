import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { LemmataError } from '../../../base/errors.ts';
import { isHardware } from '../../../race/options/options.ts';
import { readProperty } from '../../../race/property.ts';
import { type ExpectedVerdict, expectedText, type TaskProperty } from '../task.ts';
import { type DefinedProperty, readTaskDefinition, type TaskDefinition } from './task-definition.ts';

/** A task before it has a name. */
export interface Candidate {
  readonly definition: string;
  readonly files: readonly string[];
  readonly required: readonly string[];
  readonly property: TaskProperty | null;
  readonly dataModel: TaskDefinition['dataModel'];
  readonly set: string;
}

/** Which properties of a definition become tasks. */
export type PropertyChoice =
  /** All properties that Lemmata checks. */
  | { readonly kind: 'all' }
  /** The property with this name (as in `TaskProperty.name`), if Lemmata checks it. */
  | { readonly kind: 'named'; readonly name: string }
  /** Verify against this file; the expected verdict is that of the property of the same name. */
  | { readonly kind: 'file'; readonly file: string }
  /**
   * The property of this very file, if the definition has it with this expected verdict (`true`,
   * `false(part)`, `unknown`; null: any).
   */
  | { readonly kind: 'same-file'; readonly file: string; readonly verdict: string | null }
  /** The default property, without an expected verdict. */
  | { readonly kind: 'none' };

/** The result of {@link candidatesOf} for one definition. */
export interface FoundCandidates {
  readonly candidates: readonly Candidate[];
  /** Names of properties that gave no task because Lemmata does not check them. */
  readonly unchecked: readonly string[];
}

const PROGRAM = /\.(c|i|btor2?)$/i;

/** Whether a file is itself a program or model, not a definition. */
export function isProgram(file: string): boolean {
  return PROGRAM.test(file);
}

/**
 * The tasks of one definition, or of one program (with `appended` files): one for each chosen
 * property. `set`: the set in which they count; null: named after the folder. Throws LemmataError
 * `E-INPUT` if the choice asks for a property that the definition lacks, and the errors of
 * {@link readTaskDefinition}.
 */
export function candidatesOf(
  file: string,
  set: string | null,
  choice: PropertyChoice,
  appended: readonly string[] = [],
): FoundCandidates {
  const common = { definition: file, set: set ?? basename(dirname(file)) };
  if (!/\.ya?ml$/.test(file)) {
    const given = choice.kind === 'file' || choice.kind === 'same-file' ? choice.file : null;
    const property = given === null ? null : { name: propertyName(given), file: given, expected: null };
    return {
      candidates: [{ ...common, files: [file, ...appended], required: [], property, dataModel: null }],
      unchecked: [],
    };
  }
  const definition = readTaskDefinition(file);
  const { language, inputFiles: files, requiredFiles: required, dataModel } = definition;
  const hardware = files.every(isHardware);
  if (language !== null && language !== 'C' && !hardware)
    throw refused(file, `its language is ${language}, and only C is verified`);
  const unchecked: string[] = [];
  const properties =
    choice.kind === 'none' ? [null] : definition.properties.flatMap((one) => chosen(one, choice, unchecked));
  if (properties.length === 0 && choice.kind !== 'same-file')
    throw refused(file, withoutTask(definition.properties, choice));
  return { candidates: properties.map((property) => ({ ...common, files, required, property, dataModel })), unchecked };
}

/** The property in the form of a task's property; [] if it is not chosen. */
function chosen(property: DefinedProperty, choice: PropertyChoice, unchecked: string[]): readonly TaskProperty[] {
  const { file, pattern, expected } = property;
  const name = propertyName(file ?? pattern);
  switch (choice.kind) {
    case 'file':
      return name === propertyName(choice.file) ? [{ name, file: choice.file, expected }] : [];
    case 'same-file':
      return file !== null && realpathSync(file) === realpathSync(choice.file) && hasVerdict(expected, choice.verdict)
        ? [{ name, file, expected }]
        : [];
    case 'named':
      if (choice.name !== name) return [];
      break;
    case 'all':
    case 'none':
  }
  if (file !== null && isChecked(file)) return [{ name, file, expected }];
  unchecked.push(name);
  return [];
}

/** `false` matches all parts of a property, `false(part)` one part. */
function hasVerdict(expected: ExpectedVerdict | null, asked: string | null): boolean {
  if (asked === null) return true;
  if (expected === null) return asked === 'unknown';
  return asked === expectedText(expected) || asked === String(expected.holds);
}

function refused(file: string, why: string): LemmataError {
  return new LemmataError('E-INPUT', why, { file, line: 1, column: 1 });
}

function withoutTask(properties: readonly DefinedProperty[], choice: PropertyChoice): string {
  if (properties.length === 0) return 'it has no property, and no verdict to expect';
  const names = properties.map(({ file, pattern }) =>
    file === null ? `${propertyName(pattern)} (its file ${pattern} is not there)` : propertyName(file),
  );
  const wanted = choice.kind === 'named' ? choice.name : choice.kind === 'file' ? propertyName(choice.file) : null;
  if (wanted === null) return `none of its properties is one that Lemmata checks: ${names.join(', ')}`;
  const other = properties.find(({ pattern }) => propertyName(pattern) === wanted);
  if (other === undefined) return `it has no property ${wanted}, only ${names.join(', ')}`;
  return other.file === null
    ? `the file ${other.pattern} of its property is not there`
    : `Lemmata does not check its property ${wanted}`;
}

/** The name of a property file: `unreach-call` for `../properties/unreach-call.prp`. */
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
