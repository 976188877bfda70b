import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv } from 'ajv';
import schema from '../../schemas/witness.schema.json' with { type: 'json' };
import { LemmataError } from '../base/errors.ts';
import { checkedYaml } from '../portfolio/options/checked-yaml.ts';
import type { Property } from '../portfolio/property.ts';
import type { WitnessTask } from './witness.ts';

/** A place in a witness; columns count from 1, and may be missing. */
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

/** The claim of a witness. */
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
 * Reads a witness in SV-COMP's format 2.x and checks that it belongs to the task. The hashes of the
 * files and the data model must agree, and the specification must be `accepted`. Throws LemmataError
 * `E-INPUT`, with a location where possible, for other texts and for witnesses of other tasks.
 */
export function readWitness(
  file: string,
  task: WitnessTask,
  accepted: (specification: string) => Property | null,
): { readonly witness: Witness; readonly property: Property } {
  const validate = new Ajv({ allowUnionTypes: true }).compile<readonly Entry[]>(schema);
  const [{ entry_type, metadata, content }] = checkedYaml(readFileSync(file, 'utf8'), file, validate);
  const problem = otherTask(metadata.task, task);
  if (problem !== null) throw new LemmataError('E-INPUT', problem, { file, line: 1, column: 1 });
  const property = accepted(metadata.task.specification);
  if (property === null) {
    const why = `it is for the specification ${metadata.task.specification}`;
    throw new LemmataError('E-INPUT', why, { file, line: 1, column: 1 });
  }
  if (entry_type === 'invariant_set')
    return { property, witness: { kind: 'invariants', invariants: content.map(({ invariant }) => invariant) } };
  const segments = content.map(({ segment }) => segment.map(({ waypoint }) => waypoint));
  return { property, witness: { kind: 'violation', segments } };
}

/** How the task of a witness differs from the given one; null: it does not. */
function otherTask(stated: Entry['metadata']['task'], { files, dataModel }: WitnessTask): string | null {
  const hashes = files.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'));
  const said = Object.values(stated.input_file_hashes);
  if (said.length !== files.length || hashes.some((hash) => !said.includes(hash)))
    return 'it is of other programs: the hashes differ';
  if (stated.data_model !== dataModel) return `it is for the data model ${stated.data_model}`;
  return null;
}

/** The file of the task that a place names: by its path, or else by its last part. */
export function fileOf({ file_name }: WitnessPlace, files: readonly string[]): string | null {
  return (
    files.find((file) => file === file_name) ?? files.find((file) => basename(file) === basename(file_name)) ?? null
  );
}
