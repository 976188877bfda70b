import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FrontEndError, formatDiagnostic } from '../../src/c/diagnostics.ts';
import { loadProgram } from '../../src/c/index.ts';
import type { DataModel } from '../../src/c/types/types.ts';
import { type AutomatonFunction, buildProgram, type LinkedProgram, linkProgram } from '../../src/program/index.ts';

/**
 * The front end reads every program of the corpus and of the conformance suites without an error. Each
 * becomes an automaton, well-formed and linked.
 */

const SHARED = resolve(process.env.LEMMATA_SHARED ?? '../shared');
const present = existsSync(join(SHARED, 'corpus', 'INDEX.tsv'));
if (!present) console.log(`skipped: no corpus at ${SHARED} (set LEMMATA_SHARED)`);

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

function conformanceTasks(suite: string): Task[] {
  const folder = join(SHARED, 'conformance', suite);
  const files = readdirSync(folder).filter((name) => name.endsWith('.c'));
  return files.map((name) => ({ file: join(folder, name), model: 'LP64', errorFunction: 'abort' }));
}

/** What is wrong with the shape of an automaton. */
function flaws(fn: AutomatonFunction): string[] {
  const found: string[] = [];
  for (const [location, ids] of fn.outgoing.entries()) {
    const ops = ids.map((id) => fn.edges[id].op);
    const where = `${fn.name} ${location}`;
    const branches = ops.filter((op) => op.kind === 'assume' || op.kind === 'case' || op.kind === 'default');
    if (ids.some((id) => fn.edges[id].from !== location || fn.edges[id].to >= fn.locationCount))
      found.push(`${where}: edge out of place`);
    if (ops.length === 0 && fn.defined && location !== fn.exit) found.push(`${where}: ends`);
    if (branches.length > 0 && branches.length !== ops.length) found.push(`${where}: branches and other edges`);
    if (branches.length === 0 && ops.length > 1) found.push(`${where}: several edges`);
    if (branches.some((op) => op.kind === 'assume')) {
      const [yes, no, ...more] = branches;
      const opposite =
        yes?.kind === 'assume' && no?.kind === 'assume' && yes.condition === no.condition && yes.truth !== no.truth;
      if (!opposite || more.length > 0)
        found.push(`${where}: branches that do not exclude each other or leave something out`);
    }
    if (branches.some((op) => op.kind === 'case') && branches.filter((op) => op.kind === 'default').length !== 1)
      found.push(`${where}: no default`);
  }
  return found;
}

function linkFlaws(linked: LinkedProgram): string[] {
  const found: string[] = [];
  for (const edge of linked.edges) {
    if (edge.from === linked.error) found.push('an edge leaves the error');
    if (linked.contexts[edge.context] === undefined) found.push('an edge without context');
  }
  return found;
}

async function failuresOf(tasks: readonly Task[]): Promise<string[]> {
  const failures: string[] = [];
  let slowest = { file: '', ms: 0 };
  for (const { file, model, errorFunction } of tasks) {
    try {
      const unit = await loadProgram([file], { model, includes: [headers] });
      const start = performance.now();
      const program = buildProgram(unit);
      const linked = linkProgram(program, { errorFunctions: [errorFunction] });
      const ms = performance.now() - start;
      if (ms > slowest.ms) slowest = { file, ms };
      for (const fn of program.functions)
        if (fn !== null) failures.push(...flaws(fn).map((flaw) => `${file}: ${flaw}`));
      if ('unsupported' in linked) failures.push(`${file}: ${linked.unsupported}`);
      else failures.push(...linkFlaws(linked).map((flaw) => `${file}: ${flaw}`));
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
    expect(await failuresOf(tasks)).toEqual([]);
  });

  it('the torture programs', async () => {
    const tasks = conformanceTasks('torture');
    expect(tasks.length).toBeGreaterThan(200);
    expect(await failuresOf(tasks)).toEqual([]);
  });

  it('the c-testsuite', async () => {
    const tasks = conformanceTasks('c-testsuite');
    expect(tasks.length).toBeGreaterThan(200);
    expect(await failuresOf(tasks)).toEqual([]);
  });
});
