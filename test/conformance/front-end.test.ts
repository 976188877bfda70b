import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FrontEndError, formatDiagnostic } from '../../src/c/diagnostics.ts';
import { loadProgram } from '../../src/c/index.ts';
import type { DataModel } from '../../src/types/types.ts';

/** Every task of the corpus and every conformance program is read without an error. */

const root = join(import.meta.dirname, '../..');
const shared = process.env.LEMMATA_SHARED ?? join(root, '../shared');
const present = existsSync(join(shared, 'corpus/INDEX.tsv'));
if (!present) console.log(`no data folder at ${shared}: the front end is not tried on the corpus`);

async function failures(jobs: readonly { file: string; model: DataModel }[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { file, model } of jobs) {
    try {
      await loadProgram([file], { model, includes: [join(import.meta.dirname, 'include')] });
    } catch (error) {
      failed.push(
        error instanceof FrontEndError ? error.diagnostics.map(formatDiagnostic).join('\n') : `${file}: ${error}`,
      );
    }
  }
  return failed;
}

describe.skipIf(!present)('the front end reads', () => {
  it('the corpus', { timeout: 300_000 }, async () => {
    const corpus = join(shared, 'corpus');
    const [header, ...lines] = readFileSync(join(corpus, 'INDEX.tsv'), 'utf8').trimEnd().split('\n');
    const [task, model] = ['task', 'data_model'].map((name) => header.split('\t').indexOf(name)) as [number, number];
    const jobs = lines.map((line) => {
      const cells = line.split('\t');
      const yml = join(corpus, cells[task]);
      const input = /input_files:\s*['"]?([^'"\n]+)/.exec(readFileSync(yml, 'utf8'))![1];
      return { file: join(yml, '..', input), model: cells[model] as DataModel };
    });
    expect(jobs.length).toBeGreaterThan(500);
    expect(await failures(jobs)).toEqual([]);
  });

  for (const folder of ['torture', 'c-testsuite']) {
    it(`conformance/${folder}`, { timeout: 300_000 }, async () => {
      const names = readdirSync(join(shared, 'conformance', folder)).filter((name) => name.endsWith('.c'));
      const jobs = names.map((name) => ({ file: join(shared, 'conformance', folder, name), model: 'LP64' as const }));
      expect(jobs.length).toBeGreaterThan(200);
      expect(await failures(jobs)).toEqual([]);
    });
  }
});
