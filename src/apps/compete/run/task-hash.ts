import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

function fileHash(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    // The verifier reports the problem.
    return 'unreadable';
  }
}
