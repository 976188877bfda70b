import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import schema from '../../../../schemas/witness.schema.json' with { type: 'json' };
import { LemmataError } from '../../../base/errors.ts';
import { readProblem, sha256 } from '../../../base/files.ts';
import type { SourceLocation } from '../../../base/source.ts';
import { checkedYaml } from '../../../race/options/checked-yaml.ts';
import { TextPlaces } from '../../../race/options/schema-problem.ts';
import type { Property } from '../../../race/property.ts';
import type { WitnessPlace } from './location.ts';
import type { WitnessTask } from './witness.ts';

export interface StatedInvariant {
  readonly type:
    | 'loop_invariant'
    | 'location_invariant'
    | 'loop_transition_invariant'
    | 'location_transition_invariant';
  readonly location: WitnessPlace;
  readonly value: string;
  /** The place in the file of the witness. */
  readonly at: SourceLocation;
}

export interface Waypoint {
  readonly type: 'assumption' | 'branching' | 'function_enter' | 'function_return' | 'target';
  readonly action: 'follow' | 'avoid' | 'cycle';
  readonly location: WitnessPlace;
  readonly constraint?: { readonly value: string | number | boolean };
  readonly thread_id?: number;
  /** The place in the file of the witness. */
  readonly at: SourceLocation;
}

/** The claim of a witness. */
export type Witness =
  | {
      readonly kind: 'invariants';
      readonly invariants: readonly StatedInvariant[];
      /** Names of parts that are known, and not checked: `function_contract`. */
      readonly unchecked: readonly string[];
    }
  | { readonly kind: 'violation'; readonly segments: readonly (readonly Waypoint[])[] };

interface Element {
  readonly invariant?: Omit<StatedInvariant, 'at'>;
  readonly segment?: readonly { readonly waypoint: Omit<Waypoint, 'at'> }[];
}

interface Entry {
  readonly entry_type: 'invariant_set' | 'violation_sequence' | 'ghost_instrumentation';
  readonly metadata: {
    readonly task: {
      readonly input_files: readonly string[];
      readonly input_file_hashes?: Readonly<Record<string, string>>;
      readonly specification: string;
      readonly data_model: string;
    };
  };
  readonly content: readonly Element[];
}

export interface ReadWitness {
  readonly witness: Witness;
  readonly property: Property;
  /** Whether the hashes in the witness are those of the files, so that it is known to be about them. */
  readonly hashes: 'equal' | 'missing' | 'different';
}

/** The task that a witness must be about. */
export interface Expected {
  readonly task: WitnessTask;
  /** Whether a witness of files with other hashes is read all the same. */
  readonly otherHashes: boolean;
  /** The property of a specification; null: it is not the expected one. */
  accepted(specification: string): Property | null;
}

/**
 * Reads a witness in SV-COMP's format 2.x and checks that it belongs to the task. The hashes of the
 * files and the data model must agree, and the specification must be accepted. Throws LemmataError
 * `E-INPUT`, with a location where possible, for other texts and for witnesses of other tasks.
 */
export function readWitness(file: string, { task, otherHashes, accepted }: Expected): ReadWitness {
  const validate = new Ajv({ allowUnionTypes: true }).compile<readonly Entry[]>(schema);
  const text = readText(file);
  const entries = checkedYaml(text, file, validate);
  const places = new TextPlaces(text, file);
  const fail = (message: string, ...path: (string | number)[]): never => {
    throw new LemmataError('E-INPUT', message, places.of(path));
  };
  for (const [index, { metadata }] of entries.entries()) {
    const { data_model } = metadata.task;
    const other = otherHashes ? null : otherFile(metadata.task, task);
    if (other !== null) {
      const way = '--ignore-hashes checks it all the same';
      fail(`it is of other programs: the hashes differ (first for ${other}; ${way})`, index, 'metadata', 'task');
    }
    if (data_model !== task.dataModel)
      fail(`it is for the data model ${data_model} (--data-model ${data_model})`, index, 'metadata', 'task');
  }
  const [{ entry_type, metadata, content }] = entries;
  const { specification } = metadata.task;
  const property = accepted(specification);
  if (property === null) {
    const problem =
      specification.trim() === ''
        ? 'it names no specification: --property says which one is meant'
        : `it is for the specification ${specification}`;
    return fail(problem, 0, 'metadata', 'task', 'specification');
  }
  const hashes = entries.some((entry) => otherFile(entry.metadata.task, task) !== null)
    ? 'different'
    : metadata.task.input_file_hashes === undefined
      ? 'missing'
      : 'equal';
  const violation = entries.findIndex((entry) => entry.entry_type === 'violation_sequence');
  if (violation >= 0 && entries.length > 1) fail('a violation sequence is the only entry of its witness', violation);
  if (entry_type === 'violation_sequence')
    return { property, hashes, witness: { kind: 'violation', segments: segmentsOf(content, places, fail) } };
  return { property, hashes, witness: invariantsOf(entries, places) };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot read the witness ${file}: ${readProblem(error)}`, null, { cause: error });
  }
}

/**
 * Reads the invariants of a witness of any programs, without a look at its task. Throws LemmataError `E-INPUT` for
 * other texts.
 */
export function invariantsIn(text: string, file: string): readonly StatedInvariant[] {
  const entries = checkedYaml(text, file, new Ajv({ allowUnionTypes: true }).compile<readonly Entry[]>(schema));
  return invariantsOf(entries, new TextPlaces(text, file)).invariants;
}

function invariantsOf(entries: readonly Entry[], places: TextPlaces): Witness & { readonly kind: 'invariants' } {
  const unchecked = new Set<string>();
  const invariants: StatedInvariant[] = [];
  for (const [index, { entry_type, content }] of entries.entries()) {
    if (entry_type !== 'invariant_set') unchecked.add(entry_type);
    else
      for (const [position, element] of content.entries()) {
        const { invariant } = element;
        if (invariant === undefined) unchecked.add(Object.keys(element)[0] ?? 'an empty element');
        else {
          const at = places.of([index, 'content', position, 'invariant', 'value']);
          invariants.push({ ...invariant, at });
        }
      }
  }
  return { kind: 'invariants', invariants, unchecked: [...unchecked] };
}

function segmentsOf(
  content: readonly Element[],
  places: TextPlaces,
  fail: (message: string, ...path: (string | number)[]) => never,
): readonly (readonly Waypoint[])[] {
  return content.map(({ segment = [] }, index) => {
    const last = segment.length - 1;
    for (const [position, { waypoint }] of segment.entries()) {
      const path = [0, 'content', index, 'segment', position, 'waypoint'];
      if ((waypoint.action === 'avoid') === (position === last) && waypoint.type !== 'target')
        fail('a segment has waypoints to avoid, and then one to follow', ...path);
      if (waypoint.type === 'target' && (index !== content.length - 1 || waypoint.action !== 'follow'))
        fail('a target is followed at the end of a witness', ...path);
    }
    return segment.map(({ waypoint }, position) => ({
      ...waypoint,
      at: places.of([0, 'content', index, 'segment', position, 'waypoint']),
    }));
  });
}

/** The first file whose hash is not among those of the witness; null: all are, or it gives none. */
function otherFile({ input_file_hashes }: Entry['metadata']['task'], { files }: WitnessTask): string | null {
  if (input_file_hashes === undefined) return null;
  const said = Object.values(input_file_hashes).map((hash) => hash.toLowerCase());
  const hash = (file: string): string => sha256(readFileSync(file));
  return files.find((file) => !said.includes(hash(file))) ?? (said.length === files.length ? null : files[0]);
}
