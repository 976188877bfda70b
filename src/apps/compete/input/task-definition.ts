import { Ajv, type ValidateFunction } from 'ajv';
import schema from '../../../../schemas/task-definition.schema.json' with { type: 'json' };
import { LemmataError } from '../../../base/errors.ts';
import type { DataModel } from '../../../c/types/types.ts';
import { checkedYaml } from '../../../race/options/checked-yaml.ts';
import type { ExpectedVerdict } from '../task.ts';
import { expandPattern, folderOf, readText } from './files.ts';

/** The content of a task definition, its patterns resolved. All paths are absolute. */
export interface TaskDefinition {
  readonly inputFiles: readonly string[];
  readonly requiredFiles: readonly string[];
  readonly properties: readonly DefinedProperty[];
  /** Language as written; null: not given. */
  readonly language: string | null;
  readonly dataModel: DataModel | null;
}

export interface DefinedProperty {
  /** The pattern as the definition has it. */
  readonly pattern: string;
  /** Null if the file does not exist. */
  readonly file: string | null;
  readonly expected: ExpectedVerdict | null;
}

interface Content {
  readonly input_files: string | readonly string[];
  readonly required_files?: string | readonly string[] | null;
  readonly properties?:
    | readonly {
        readonly property_file: string;
        readonly expected_verdict?: boolean | null;
        readonly subproperty?: string | null;
      }[]
    | null;
  readonly options?: { readonly language?: string; readonly data_model?: DataModel } | null;
}

let compiled: ValidateFunction<Content> | null = null;

/**
 * Reads a task definition in BenchExec's format (versions 1.0 to 2.1, doc/task-definition-file of
 * BenchExec). Throws LemmataError `E-INPUT`, located where possible, if the file is not YAML, does not
 * match the schema, or names programs that do not exist.
 */
export function readTaskDefinition(file: string): TaskDefinition {
  compiled ??= new Ajv({ allowUnionTypes: true }).compile<Content>(schema);
  return resolved(checkedYaml(readText(file), file, compiled), file);
}

function resolved(content: Content, file: string): TaskDefinition {
  return {
    inputFiles: patterns(content.input_files).flatMap((pattern) => matching(pattern, file)),
    requiredFiles: patterns(content.required_files ?? []).flatMap((pattern) => matching(pattern, file)),
    properties: (content.properties ?? []).map((property) => ({
      pattern: property.property_file,
      file: expandPattern(property.property_file, folderOf(file))[0] ?? null,
      expected:
        typeof property.expected_verdict === 'boolean'
          ? { holds: property.expected_verdict, subproperty: property.subproperty ?? null }
          : null,
    })),
    language: content.options?.language ?? null,
    dataModel: content.options?.data_model ?? null,
  };
}

function patterns(given: string | readonly string[]): readonly string[] {
  return typeof given === 'string' ? [given] : given;
}

function matching(pattern: string, definition: string): readonly string[] {
  const files = expandPattern(pattern, folderOf(definition));
  if (files.length > 0) return files;
  throw new LemmataError('E-INPUT', `it names ${pattern}, and there is no such file`, {
    file: definition,
    line: 1,
    column: 1,
  });
}
