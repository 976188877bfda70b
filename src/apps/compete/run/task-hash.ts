import { readFileSync } from 'node:fs';
import { sha256 } from '../../../base/files.ts';
import type { CompetitionTask } from '../task.ts';
import type { RunnerSetup } from './settings.ts';

/**
 * SHA-256 of everything that a task's result depends on: the texts of its files and property, the
 * expected verdict, options, limits, the tool's version.
 */
export function taskHash(
  { id, files, required, property, dataModel, options }: CompetitionTask,
  { settings, toolVersion }: RunnerSetup,
): string {
  const texts = [...files, ...required, ...(property === null ? [] : [property.file])].map(fileHash);
  const all = [id, texts, property?.expected ?? null, dataModel, options, settings, toolVersion];
  return sha256(JSON.stringify(all));
}

function fileHash(file: string): string {
  try {
    return sha256(readFileSync(file));
  } catch {
    // The verifier reports the problem.
    return 'unreadable';
  }
}
