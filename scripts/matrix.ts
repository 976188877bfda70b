import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { loadZ3 } from '../src/logic/z3/index.ts';
import { Random } from '../test/conformance/fuzz/random.ts';
import { type Cell, cellNamed, cells } from '../test/conformance/matrix/cells.ts';
import { truthOf } from '../test/conformance/matrix/native.ts';
import { type Outcome, outcomeOf } from '../test/conformance/matrix/run.ts';
import { tableOf } from '../test/conformance/matrix/table.ts';
import { type Variant, variantsOf } from '../test/conformance/matrix/variants.ts';

/**
 * Runs the matrix of memory operations: `node scripts/run.mjs scripts/matrix.ts [options]`.
 *
 *     --sample N    decide only N cells, chosen by the seed (default: all)
 *     --seed S      seed of the sample (default 1)
 *     --repeats R   make R cells for each operation and pair of kinds
 *     --cells RE    decide only cells whose name matches
 *     --results F   file of results, one JSON object per line (default: bench/matrix.jsonl);
 *                   cells with a result there are not decided again
 *     --again RE    decide cells again whose result there matches (wrong, crash, refused, unknown)
 *     --failures D  folder for programs with a result other than right
 *     --limit MS    limit of each engine within this process (default 3000),
 *                   in milliseconds of CPU time: other work on the machine changes no verdict
 *     --race S      give each unknown program a whole race of S seconds by dist/cli.js (default 10; 0: none)
 *     --part I/N    decide only every N-th cell from the I-th on, in this process
 *                   (default: two processes, each with half of the cells)
 *     --table       only print the table of the results
 *
 * The exit code is 1 if a verdict was wrong, a claim refused, or the verifier crashed.
 */
const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    repeats: { type: 'string', default: '1' },
    cells: { type: 'string', default: '' },
    results: { type: 'string', default: 'bench/matrix.jsonl' },
    again: { type: 'string' },
    failures: { type: 'string' },
    limit: { type: 'string', default: '3000' },
    race: { type: 'string', default: '10' },
    part: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});

interface Job {
  readonly names: readonly string[];
  readonly limit: number;
}

type Message =
  | { readonly kind: 'begin'; readonly cell: string; readonly variant: Variant }
  | { readonly kind: 'dropped'; readonly cell: string; readonly why: string }
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly text: string };

/** One line of the file of results. */
type Line = Outcome | { readonly cell: string; readonly result: 'dropped'; readonly why: string };

/** Number of cells that are compiled together. */
const BATCH = 60;
/** Number of processes that decide cells at once, unless the user asks for one part. */
const PARTS = 2;
/** Time after which a hanging solver's thread is ended. */
const HANG_MILLISECONDS = 300_000;

/** Runs in a thread: compiles a batch of cells, runs them natively, and decides their programs. */
async function decideBatch({ names, limit }: Job): Promise<void> {
  const send = (message: Message): void => parentPort!.postMessage(message);
  const batch = names.map((name) => cellNamed(name)!);
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-matrix-'));
  const clock = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const decide = { z3: await loadZ3(), limit, seed: 1, clock, ownSolver: true };
  try {
    for (const [i, truth] of truthOf(batch, folder).entries()) {
      if (truth.kind === 'dropped') {
        send({ kind: 'dropped', cell: batch[i].name, why: truth.why });
        continue;
      }
      for (const variant of variantsOf(batch[i], truth.results)) {
        send({ kind: 'begin', cell: batch[i].name, variant });
        send({ kind: 'outcome', outcome: outcomeOf(batch[i], variant, decide), text: variant.text });
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  // The solver's own handles would keep the thread alive.
  process.exit();
}

async function supervise(): Promise<void> {
  const { results } = options;
  const known = existsSync(results) ? readLines(results) : [];
  if (!options.table) {
    mkdirSync(join(results, '..'), { recursive: true });
    if (options.part === undefined) await Promise.all(Array.from({ length: PARTS }, (_, i) => runPart(i)));
    else {
      await runAll(choose(known), results);
      return;
    }
  }
  const lines = readLines(results);
  console.log(tableOf(lines.filter((line): line is Outcome => line.result !== 'dropped')));
  const count = (result: Line['result']): number => lines.filter((line) => line.result === result).length;
  console.log(`${count('dropped')} cells dropped`);
  process.exitCode = count('wrong') + count('refused') + count('crash') === 0 ? 0 : 1;
}

/** Runs this script on one part of the cells, in a process of its own. */
function runPart(index: number): Promise<void> {
  const args = ['scripts/run.mjs', 'scripts/matrix.ts', ...process.argv.slice(2), '--part', `${index}/${PARTS}`];
  return new Promise((resolve) => spawn('node', args, { stdio: 'inherit' }).on('close', () => resolve()));
}

/** Returns the last result of each program. */
function readLines(file: string): Line[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));
  return [...new Map(lines.map((line) => [`${line.cell} ${'expected' in line ? line.expected : ''}`, line])).values()];
}

function choose(known: readonly Line[]): Cell[] {
  const again = options.again === undefined ? null : new RegExp(options.again);
  const done = new Set(known.filter(({ result }) => again === null || !again.test(result)).map(({ cell }) => cell));
  if (again !== null) for (const { cell, result } of known) if (again.test(result)) done.delete(cell);
  const name = new RegExp(options.cells);
  const all = [...cells(Number(options.repeats))].filter((cell) => name.test(cell.name));
  const random = new Random(Number(options.seed));
  const size = Math.min(all.length, Number(options.sample ?? all.length));
  for (let i = 0; i < size; i++) {
    const j = random.between(i, all.length - 1);
    [all[i], all[j]] = [all[j], all[i]];
  }
  const [part, parts] = (options.part ?? '0/1').split('/').map(Number);
  return all.slice(0, size).filter((cell, i) => i % parts === part && !done.has(cell.name));
}

async function runAll(chosen: readonly Cell[], results: string): Promise<void> {
  const todo = chosen.map(({ name }) => name);
  const total = todo.length;
  let done = 0;
  const write = (line: Line): void => {
    appendFileSync(results, `${JSON.stringify(line)}\n`);
    const shown = line.result !== 'right' && line.result !== 'dropped';
    if (shown) console.log(`${line.cell} ${'expected' in line ? line.expected : ''}: ${line.result}: ${line.why}`);
  };
  while (todo.length > 0) {
    const names = todo.splice(0, BATCH);
    for (let next = 0; next < names.length; ) next += await watch(names.slice(next), write);
    done += names.length;
    process.stderr.write(`${done} of ${total} cells${options.part === undefined ? '' : ` of part ${options.part}`}\n`);
  }
}

/** Decides cells in a thread until it ends or hangs, and returns how many cells are done then. */
function watch(names: readonly string[], write: (line: Line) => void): Promise<number> {
  return new Promise((resolve) => {
    let current: (Message & { kind: 'begin' }) | null = null;
    const races: Promise<void>[] = [];
    let queue = Promise.resolve();
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { job: { names, limit: Number(options.limit) } satisfies Job },
      resourceLimits: { stackSizeMb: 256, maxOldGenerationSizeMb: 3000 },
    });
    let failure: string | null = null;
    const giveUp = (why: string): void => {
      failure ??= why;
      void worker.terminate();
    };
    let clock = setTimeout(() => giveUp('hangs'), HANG_MILLISECONDS);
    const finish = async (outcome: Outcome, text: string): Promise<void> => {
      const last = outcome.result === 'unknown' && options.race !== '0' ? await race(outcome, text) : outcome;
      if (options.failures !== undefined && last.result !== 'right') keep(options.failures, last, text);
      write(last);
    };
    worker.on('message', (message: Message) => {
      clearTimeout(clock);
      clock = setTimeout(() => giveUp('hangs'), HANG_MILLISECONDS);
      switch (message.kind) {
        case 'begin':
          current = message;
          break;
        case 'dropped':
          write({ cell: message.cell, result: 'dropped', why: message.why });
          break;
        case 'outcome':
          current = null;
          queue = queue.then(() => finish(message.outcome, message.text));
          races.push(queue);
          break;
      }
    });
    worker.on('error', (error) => giveUp(`thread: ${error.message}`));
    worker.on('exit', async () => {
      clearTimeout(clock);
      await Promise.all(races);
      if (current === null) {
        resolve(names.length);
        return;
      }
      const { cell, variant } = current;
      const result = failure === 'hangs' ? 'unknown' : 'crash';
      await finish(
        { cell, expected: variant.expected, result, why: failure ?? 'the thread ended', milliseconds: 0 },
        variant.text,
      );
      // The hanging thread also loses the other program of the cell.
      resolve(names.indexOf(cell) + 1);
    });
  });
}

function keep(folder: string, { cell, expected, result, why }: Outcome, text: string): void {
  mkdirSync(folder, { recursive: true });
  const name = `${result}-${cell}-${expected}`.replaceAll(/[ /]/g, '-');
  writeFileSync(join(folder, `${name}.c`), `// ${cell}\n// expected: ${expected}; ${result}: ${why}\n${text}`);
}

/** Runs the whole race on a program that the engines of this process leave open. */
async function race(outcome: Outcome, text: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-matrix-'));
  const file = join(folder, 'program.c');
  writeFileSync(file, text);
  const begun = performance.now();
  const child = spawn('node', ['dist/cli.js', 'verify', '--timeout', options.race, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += data));
  child.stderr.on('data', (data) => (stderr += data));
  await new Promise((resolve) => child.on('close', resolve));
  rmSync(folder, { recursive: true });
  const milliseconds = Math.round(performance.now() - begun);
  const verdict = /\b(TRUE|FALSE|UNKNOWN)\b/.exec(stdout)?.[1];
  const why = `${outcome.why}; race: ${(stderr.split('\n').find((line) => /unknown|error/i.test(line)) ?? stdout).trim()}`;
  if (verdict === undefined) return { ...outcome, result: 'crash', why, milliseconds };
  if (/refused/.test(stderr)) return { ...outcome, result: 'refused', why, milliseconds };
  if (verdict === 'UNKNOWN') return { ...outcome, why, milliseconds };
  return { ...outcome, result: verdict === outcome.expected ? 'right' : 'wrong', why, milliseconds };
}

if (workerData?.job === undefined) await supervise();
else await decideBatch(workerData.job);
