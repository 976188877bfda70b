import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { isSystemEngine } from '../src/engines/register.ts';
import { loadZ3 } from '../src/logic/z3/index.ts';
import { Fuzzer, type SeedResult } from '../test/conformance/fuzz/fuzz.ts';
import { FEATURES, type Feature } from '../test/conformance/fuzz/program.ts';
import type { Task } from '../test/conformance/fuzz/tasks.ts';

/**
 * Compares verdicts with gcc on random programs: `fuzz FIRST COUNT [FOLDER [FEATURE,FEATURE…]]`, seeds
 * from FIRST on. Tasks with a flaw are written into FOLDER ("-": none). Prints a line per task that is
 * wrong, refused, crashes or hangs, the reasons for other open tasks, and the counts; progress on
 * stderr. FUZZ_MILLISECONDS is the limit of an engine, FUZZ_ENGINES a list of engines that run one
 * after the other (default: bmc,kind). Run it by `node scripts/run.mjs`.
 */

/** Messages from the deciding thread to the watching one. */
type Message =
  | { readonly kind: 'task'; readonly seed: number; readonly task: Task }
  | { readonly kind: 'seed'; readonly seed: number; readonly result: SeedResult };

interface Part {
  readonly first: number;
  readonly end: number;
  readonly features: readonly Feature[] | null;
}

/** Time in ms after which a solver's thread is ended: it may hang in floating-point arithmetic. */
const HANG_MILLISECONDS = 90_000;

async function decideSeeds({ first, end, features }: Part): Promise<void> {
  const send = (message: Message): void => parentPort!.postMessage(message);
  let seed = first;
  const limit = Number(process.env.FUZZ_MILLISECONDS ?? 1500);
  const engines = (process.env.FUZZ_ENGINES ?? 'bmc,kind').split(',').filter(isSystemEngine);
  const fuzzer = new Fuzzer({ z3: await loadZ3(), limit, engines, seed: 1 }, (task) =>
    send({ kind: 'task', seed, task }),
  );
  try {
    for (; seed < end; seed++) send({ kind: 'seed', seed, result: fuzzer.seed(seed, features) });
  } finally {
    fuzzer.close();
  }
  // The solver's own handles would keep the thread alive.
  process.exit();
}

async function supervise(): Promise<void> {
  const [first = '1', count = '100', folder = '-', list] = process.argv.slice(2);
  const features = list === undefined ? null : FEATURES.filter((feature) => list.split(',').includes(feature));
  const end = Number(first) + Number(count);
  const tally = new Tally(folder);
  for (let next = Number(first); next < end; ) next = await watch({ first: next, end, features }, tally);
  tally.print();
  process.exitCode = tally.flaws === 0 ? 0 : 1;
}

/** Decides seeds in a thread until it ends or hangs; returns the seed to continue with. */
function watch(part: Part, tally: Tally): Promise<number> {
  let next = part.first;
  let current: Task | null = null;
  return new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { part },
      resourceLimits: { stackSizeMb: 256, maxOldGenerationSizeMb: 4000 },
    });
    const giveUp = (why: string): void => {
      tally.flaw(next, current, why);
      next++;
      void worker.terminate();
    };
    let clock = setTimeout(() => giveUp('hangs'), HANG_MILLISECONDS);
    worker.on('message', (message: Message) => {
      clearTimeout(clock);
      clock = setTimeout(() => giveUp('hangs'), HANG_MILLISECONDS);
      if (message.kind === 'task') {
        current = message.task;
        tally.begin(current);
      } else {
        tally.add(message.seed, message.result);
        next = message.seed + 1;
      }
    });
    worker.on('error', (error) => giveUp(`thread: ${error.message}`));
    worker.on('exit', () => {
      clearTimeout(clock);
      resolve(next);
    });
  });
}

class Tally {
  flaws = 0;
  readonly #counts = new Map<string, number>();
  readonly #open = new Map<string, { count: number; seed: number }>();

  constructor(readonly folder: string) {
    if (folder !== '-') mkdirSync(folder, { recursive: true });
  }

  add(seed: number, result: SeedResult): void {
    this.#count(result.kind === 'tasks' ? 'programs' : `skipped: ${result.why}`);
    for (const outcome of result.kind === 'tasks' ? result.outcomes : []) {
      const { task, verdict, why } = outcome;
      switch (outcome.result) {
        case 'right':
          this.#count('right');
          break;
        case 'open': {
          this.#count('open');
          const known = this.#open.get(why);
          this.#open.set(why, { count: (known?.count ?? 0) + 1, seed: known?.seed ?? seed });
          if (why !== 'stopped') this.#write('open', seed, task, why);
          break;
        }
        case 'wrong':
        case 'refused':
        case 'crash':
          this.flaw(seed, task, `${outcome.result}: ${verdict} instead of ${task.expected}: ${why}`);
          break;
      }
    }
    if (seed % 20 === 0) process.stderr.write(`${seed}: ${this.#text()}\n`);
  }

  /** The task being decided is in `current.c`. */
  begin({ text }: Task): void {
    if (this.folder !== '-') writeFileSync(join(this.folder, 'current.c'), text);
  }

  flaw(seed: number, task: Task | null, why: string): void {
    const kind = /^\w+/.exec(why)?.[0] ?? '';
    this.flaws++;
    this.#count(kind);
    console.log(`seed ${seed} ${task?.name}: ${why.split('\n').slice(0, 4).join(' | ')}`);
    if (task !== null) this.#write(kind, seed, task, why);
  }

  print(): void {
    const reasons = [...this.#open].sort(([, a], [, b]) => b.count - a.count);
    for (const [why, { count, seed }] of reasons)
      console.log(`${count} open, first seed ${seed}: ${why.split('\n')[0]}`);
    console.log(this.#text());
  }

  #count(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  #text(): string {
    return [...this.#counts].map(([key, count]) => `${count} ${key}`).join(', ');
  }

  #write(kind: string, seed: number, task: Task, why: string): void {
    if (this.folder === '-') return;
    const file = join(this.folder, `${kind}-${seed}-${task.name.replaceAll(' ', '-')}.c`);
    writeFileSync(file, `// expected: ${task.expected}; ${why.split('\n')[0]}\n${task.text}`);
  }
}

if (workerData?.part === undefined) await supervise();
else await decideSeeds(workerData.part);
