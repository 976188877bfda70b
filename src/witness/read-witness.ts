import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv } from 'ajv';
import schema from '../../schemas/witness.schema.json' with { type: 'json' };
import { LemmataError } from '../base/errors.ts';
import { checkedYaml } from '../portfolio/checked-yaml.ts';
import type { WitnessTask } from './witness.ts';

/** Where a witness says something; columns count from 1, and may be missing. */
export interface WitnessPlace {
  readonly file_name: string;
  readonly line: number;
  readonly column?: number;
}

export interface StatedInvariant {
  readonly type: string;
  readonly location: WitnessPlace;
  readonly value: string;
}

export interface Waypoint {
  readonly type: string;
  readonly action: string;
  readonly location: WitnessPlace;
  readonly constraint?: { readonly value: string | number | boolean };
}

/** What a witness claims. */
export type Witness =
  | { readonly kind: 'invariants'; readonly invariants: readonly StatedInvariant[] }
  | { readonly kind: 'violation'; readonly segments: readonly (readonly Waypoint[])[] };

interface Entry {
  readonly entry_type: 'invariant_set' | 'violation_sequence';
  readonly metadata: {
    readonly task: {
      readonly input_files: readonly string[];
      readonly input_file_hashes: Readonly<Record<string, string>>;
      readonly specification: string;
      readonly data_model: string;
    };
  };
  readonly content: readonly {
    readonly invariant: StatedInvariant;
    readonly segment: readonly { readonly waypoint: Waypoint }[];
  }[];
}

/**
 * Reads a witness in SV-COMP's format 2.x and holds it against the task: the same files by their hashes, specification and data model. Throws LemmataError
 * `E-INPUT`, located where it can be, for what is no witness or one of another task.
 */
export function readWitness(file: string, task: WitnessTask, specification: string): Witness {
  const validate = new Ajv({ allowUnionTypes: true }).compile<readonly Entry[]>(schema);
  const [{ entry_type, metadata, content }] = checkedYaml(readFileSync(file, 'utf8'), file, validate);
  const problem = otherTask(metadata.task, task, specification);
  if (problem !== null) throw new LemmataError('E-INPUT', problem, { file, line: 1, column: 1 });
  if (entry_type === 'invariant_set') return { kind: 'invariants', invariants: content.map(({ invariant }) => invariant) };
  return { kind: 'violation', segments: content.map(({ segment }) => segment.map(({ waypoint }) => waypoint)) };
}

/** How the task of a witness differs from the given one; null: it does not. */
function otherTask(stated: Entry['metadata']['task'], { files, dataModel }: WitnessTask, specification: string): string | null {
  const hashes = files.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'));
  const said = Object.values(stated.input_file_hashes);
  if (said.length !== files.length || hashes.some((hash) => !said.includes(hash)))
    return 'it is of other programs: the hashes differ';
  if (stated.data_model !== dataModel) return `it is for the data model ${stated.data_model}`;
  if (stated.specification.replace(/\s/g, '') !== specification.replace(/\s/g, ''))
    return `it is for the specification ${stated.specification}`;
  return null;
}

/** The file of the task that a place names: by its path, or else by its last part. */
export function fileOf({ file_name }: WitnessPlace, files: readonly string[]): string | null {
  return files.find((file) => file === file_name) ?? files.find((file) => basename(file) === basename(file_name)) ?? null;
}
