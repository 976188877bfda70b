import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import packageJson from '../../../../package.json' with { type: 'json' };
import { sha256 } from '../../../base/files.ts';
import type { DataModel } from '../../../c/types/types.ts';
import { changingFunctions } from '../../../certify/replay/recorded-run.ts';
import { isHardware } from '../../../race/options/options.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { btor2Witness } from './btor2-witness.ts';
import { invariantSet } from './invariant-set.ts';
import { Sources } from './sources.ts';
import { hasThreads } from './thread-sequence.ts';
import { violationSequence } from './violation-sequence.ts';

export interface WitnessTask {
  readonly files: readonly string[];
  readonly dataModel: DataModel;
  /** Whether the program starts threads; absent: it does not. */
  readonly threads?: boolean;
}

/**
 * A witness in SV-COMP's format 2.0 (YAML; Ayaziova, Beyer, Lingsch-Rosenfeld, Spiessl, Strejcek:
 * Software Verification Witnesses 2.0, SPIN 2024): an invariant set for TRUE, a violation sequence for
 * FALSE. Whether runs end is in format 2.1, which has cycles and transition invariants, and runs of several
 * threads are in format 2.2. Hardware models
 * have a {@link btor2Witness}.
 * Null if the format cannot express the verdict: for unknown verdicts, for TRUE of hardware models, and
 * of files without a statement.
 */
export function witnessText(verdict: Verdict, task: WitnessTask): string | null {
  const [model] = task.files;
  if (isHardware(model)) {
    if (verdict.kind !== 'unsafe' || verdict.run.kind !== 'hardware') return null;
    return btor2Witness(readFileSync(model, 'utf8'), model, verdict.run);
  }
  const { files, dataModel } = task;
  const entry = witnessEntry(verdict, new Sources(files), files);
  if (entry === null) return null;
  const metadata = {
    format_version: formatOf(verdict, task.threads === true),
    uuid: randomUUID(),
    creation_time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    producer: { name: 'Lemmata', version: packageJson.version },
    task: {
      input_files: files,
      input_file_hashes: Object.fromEntries(files.map((file) => [file, sha256(readFileSync(file))])),
      specification: verdict.property.specification,
      data_model: dataModel,
      language: 'C',
    },
  };
  // Quoted, so that readers of YAML 1.1 take every time, hash or name such as `y` for a text.
  const style = {
    lineWidth: 0,
    defaultStringType: 'QUOTE_SINGLE',
    defaultKeyType: 'PLAIN',
    singleQuote: true,
  } as const;
  return stringify([{ entry_type: entry.type, metadata, content: entry.content }], style);
}

function formatOf(verdict: Verdict, threads: boolean): string {
  if (verdict.kind === 'unsafe' && verdict.run.kind === 'program' && hasThreads(verdict.run)) return '2.2';
  return threads || verdict.property.kind === 'termination' ? '2.1' : '2.0';
}

function witnessEntry(
  verdict: Verdict,
  sources: Sources,
  files: readonly string[],
): { readonly type: string; readonly content: readonly object[] } | null {
  if (verdict.kind === 'safe') {
    const content = invariantSet(verdict.proof, sources, files);
    return content.length === 0 ? null : { type: 'invariant_set', content };
  }
  // No waypoint can express the changes of a call.
  if (verdict.kind === 'unsafe' && verdict.run.kind === 'program' && changingFunctions(verdict.run).length === 0) {
    const content = violationSequence(verdict.run, sources);
    return content === null ? null : { type: 'violation_sequence', content };
  }
  return null;
}
