import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FrontEndError, formatDiagnostic } from '../../src/c/diagnostics.ts';
import { parseProgram } from '../../src/c/index.ts';
import { preprocess } from '../../src/c/source/preprocess.ts';
import type { DataModel } from '../../src/c/types/types.ts';
import { buildProgram } from '../../src/program/passes.ts';
import { randomSeed } from '../random-seed.ts';
import { automatonFlaws } from './automaton-flaws.ts';

/**
 * The front end reads programs of the corpus without an error, and they become automata, well-formed
 * and linked: a quarter that the seed draws, or with LEMMATA_RUNS all. Programs of the conformance suites that run are read once, in interpreter.test.ts.
 */

const SHARED = resolve(process.env.LEMMATA_SHARED ?? '../shared');
const present = existsSync(join(SHARED, 'corpus', 'INDEX.tsv'));
if (!present) console.log(`skipped: no corpus at ${SHARED} (set LEMMATA_SHARED)`);

const DRAWN = process.env.LEMMATA_RUNS === undefined ? 4 : 1;

/** A header that six of the torture programs include and that comes with none. */
const headers = join(import.meta.dirname, 'include');

interface Task {
  readonly file: string;
  readonly model: DataModel;
  readonly errorFunction: string;
}

function corpusTasks(): Task[] {
  const [, ...lines] = readFileSync(join(SHARED, 'corpus', 'INDEX.tsv'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [, task, , model] = line.split('\t') as [string, string, string, DataModel];
    const definition = join(SHARED, 'corpus', task);
    const input = /input_files:\s*["']?([^"'\n]+)/.exec(readFileSync(definition, 'utf8'))![1];
    return { file: join(dirname(definition), input.trim()), model, errorFunction: 'reach_error' };
  });
}

/** Programs of the torture suite that call an error function at their end; interpreter.test.ts has all others. */
function torturedToTheEnd(): Task[] {
  const folder = join(SHARED, 'conformance', 'torture');
  const files = readdirSync(folder).filter((name) => name.endsWith('.end.c'));
  return files.map((name) => ({ file: join(folder, name), model: 'LP64', errorFunction: 'abort' }));
}

async function failuresOf(tasks: readonly Task[]): Promise<string[]> {
  const failures: string[] = [];
  let slowest = { file: '', ms: 0 };
  for (const { file, model, errorFunction } of tasks) {
    try {
      const unit = parseProgram([await preprocess(file, { model, includes: [headers] })], { model });
      const start = performance.now();
      failures.push(...automatonFlaws(buildProgram(unit), errorFunction).map((flaw) => `${file}: ${flaw}`));
      const ms = performance.now() - start;
      if (ms > slowest.ms) slowest = { file, ms };
    } catch (error) {
      if (error instanceof FrontEndError) failures.push(...error.diagnostics.map(formatDiagnostic));
      else failures.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(`${tasks.length} programs; slowest: ${slowest.file}, ${slowest.ms.toFixed(0)} ms to build and link`);
  return failures;
}

describe.runIf(present)('automata of', { timeout: 600_000 }, () => {
  it('the corpus', async () => {
    const tasks = corpusTasks();
    expect(tasks.length).toBeGreaterThan(500);
    const drawn = tasks.filter((_task, index) => index % DRAWN === randomSeed() % DRAWN);
    expect(await failuresOf(drawn)).toEqual([]);
  });

  it('the torture programs with an error at their end', async () => {
    const tasks = torturedToTheEnd();
    expect(tasks.length).toBeGreaterThan(100);
    expect(await failuresOf(tasks)).toEqual([]);
  });
});
