import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { loadZ3 } from '../src/logic/z3/index.ts';
import type { DecideOptions } from '../test/conformance/fuzz/decide.ts';
import { judge, type Outcome } from '../test/conformance/random-memory/judge.ts';
import { groundTruths } from '../test/conformance/random-memory/native.ts';
import { randomMemoryProgram } from '../test/conformance/random-memory/program.ts';

/**
 * Compares random memory programs with gcc's code: `memory-programs FIRST COUNT FOLDER`, seeds from
 * FIRST on, in two threads. FOLDER gets `journal.jsonl` with one line per program; a second run
 * continues after the last journal line. FOLDER also gets each program with a wrong or missing
 * decision. A table follows at the end. MEMORY_MILLISECONDS limits bounded model checking (default
 * 2000 ms). If it is 0, the script compares only encoder, interpreter and compiler. Run it by `node
 * scripts/run.mjs`.
 */

const THREADS = 2;
/** Number of programs in one run of the compiler. */
const BATCH = 25;
/** Time in ms after which a hanging solver's thread is ended. */
const HANG = 120_000;

/** Processor time of one thread in ms. Unlike wall time, it does not grow with other load on the machine. */
const processorTime = (): number => process.cpuUsage().user / 1000 / THREADS;

/** Entry of one program in the journal. */
interface Entry {
  readonly seed: number;
  /** Reason why the program is no task. */
  readonly skipped?: string;
  readonly outcomes?: readonly {
    readonly task: string;
    readonly result: Outcome['result'] | 'hang';
    readonly why: string;
  }[];
  readonly milliseconds: number;
}

type Message =
  | { readonly kind: 'begun'; readonly seed: number }
  | { readonly kind: 'done'; readonly entry: Entry; readonly flaws: readonly Outcome[] };

async function decideSeeds(seeds: readonly number[]): Promise<void> {
  const send = (message: Message): void => parentPort!.postMessage(message);
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-memory-'));
  const limit = Number(process.env.MEMORY_MILLISECONDS ?? 2000);
  const options: DecideOptions | null =
    limit === 0
      ? null
      : { z3: await loadZ3(), limit, seed: 1, engines: ['bmc'], solvers: 'bits', clock: processorTime };
  for (let at = 0; at < seeds.length; at += BATCH) {
    const programs = seeds.slice(at, at + BATCH).map(randomMemoryProgram);
    const truths = groundTruths(programs, folder);
    programs.forEach((program, i) => {
      const { seed } = program;
      send({ kind: 'begun', seed });
      const start = performance.now();
      const truth = truths[i];
      const outcomes = truth.kind === 'runs' ? judge(program, truth, options) : [];
      const milliseconds = Math.round(performance.now() - start);
      const shortened = outcomes.map(({ task, result, why }) => ({
        task: task?.name ?? 'runs',
        result,
        why: why.slice(0, 2000),
      }));
      const entry =
        truth.kind === 'skipped'
          ? { seed, skipped: truth.why, milliseconds }
          : { seed, outcomes: shortened, milliseconds };
      send({ kind: 'done', entry, flaws: outcomes.filter(({ result }) => result !== 'right') });
    });
  }
  rmSync(folder, { recursive: true });
  // The solver's own handles would keep the thread alive.
  process.exit();
}

class Journal {
  readonly #file: string;
  readonly entries = new Map<number, Entry>();

  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'journal.jsonl');
    if (!existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8')
      .split('\n')
      .filter((text) => text.endsWith('}'))) {
      const entry: Entry = JSON.parse(line);
      this.entries.set(entry.seed, entry);
    }
  }

  add(entry: Entry, flaws: readonly Outcome[]): void {
    this.entries.set(entry.seed, entry);
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
    for (const { task, result, why, text } of flaws) {
      const name = `${result}-${entry.seed}-${task?.name ?? 'runs'}.c`;
      writeFileSync(
        join(this.folder, name),
        `// expected: ${task?.expected ?? 'as compiled'}; ${why.split('\n')[0]}\n${text}`,
      );
      if (result !== 'open') console.log(`${name}: ${why.split('\n').slice(0, 3).join(' | ')}`);
    }
  }

  print(seeds: readonly number[]): void {
    const counts = new Map<string, { count: number; first: number }>();
    const count = (key: string, seed: number): void => {
      const known = counts.get(key);
      counts.set(key, { count: (known?.count ?? 0) + 1, first: known?.first ?? seed });
    };
    let milliseconds = 0;
    for (const seed of seeds) {
      const entry = this.entries.get(seed);
      if (entry === undefined) continue;
      milliseconds += entry.milliseconds;
      count(entry.skipped === undefined ? 'programs' : `skipped: ${entry.skipped}`, seed);
      for (const { task, result, why } of entry.outcomes ?? [])
        count(
          `${task}: ${result}${
            result === 'open'
              ? `: ${why
                  .split('\n')[0]
                  .replace(/ at line \d+.*/, '')
                  .slice(0, 120)}`
              : ''
          }`,
          seed,
        );
    }
    console.log('   count  first seed  what');
    for (const [what, { count: n, first }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
      console.log(`${`${n}`.padStart(8)}  ${`${first}`.padStart(10)}  ${what}`);
    console.log(`${(milliseconds / 1000).toFixed(0)} s of deciding`);
  }
}

/** Decides seeds in one thread after another until none is left. */
async function work(seeds: readonly number[], journal: Journal): Promise<void> {
  let left = seeds.filter((seed) => !journal.entries.has(seed));
  while (left.length > 0) {
    await watch(left, journal);
    left = left.filter((seed) => !journal.entries.has(seed));
  }
}

function watch(seeds: readonly number[], journal: Journal): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { seeds },
      resourceLimits: { stackSizeMb: 256, maxOldGenerationSizeMb: 3000 },
    });
    let current: number | null = null;
    const giveUp = (result: 'hang' | 'crash', why: string): void => {
      if (current !== null) {
        console.log(`seed ${current}: ${result}: ${why}`);
        journal.add({ seed: current, outcomes: [{ task: 'all', result, why }], milliseconds: HANG }, []);
      }
      void worker.terminate();
    };
    let clock = setTimeout(() => giveUp('hang', 'no answer'), HANG);
    worker.on('message', (message: Message) => {
      clearTimeout(clock);
      clock = setTimeout(() => giveUp('hang', 'no answer'), HANG);
      if (message.kind === 'begun') current = message.seed;
      else {
        journal.add(message.entry, message.flaws);
        current = null;
      }
    });
    worker.on('error', (error) => giveUp('crash', error.stack ?? error.message));
    worker.on('exit', () => {
      clearTimeout(clock);
      resolve();
    });
  });
}

async function supervise(): Promise<void> {
  const [first = '1', count = '100', folder = 'memory-programs'] = process.argv.slice(2);
  const seeds = Array.from({ length: Number(count) }, (_, i) => Number(first) + i);
  const journal = new Journal(folder);
  await Promise.all(
    Array.from({ length: THREADS }, (_, k) =>
      work(
        seeds.filter((_, i) => i % THREADS === k),
        journal,
      ),
    ),
  );
  journal.print(seeds);
}

if (workerData?.seeds === undefined) await supervise();
else await decideSeeds(workerData.seeds);
