import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { type RunSettings, runWatched } from './run.ts';

/** Parts that serve proofs of single checks, which `check` asks for. */
const CHECK_PARTS = ['analysis:entry-guards', 'analysis:carried', 'analysis:hulls'];

/** One run of `check` on a module without a part. */
interface CheckRun {
  readonly module: string;
  /** The part that was off; `''`: none. */
  readonly part: string;
  /** Lines and kinds of the proved checks. */
  readonly proved: readonly string[];
  /** Number of checks. */
  readonly all: number;
  /** CPU time in s, at most the limit. */
  readonly seconds: number;
}

/** A wall time that the limit of CPU time ends. */
const NO_LIMIT = '600';

/** The modules without a planted fault. */
export const modulesIn = (shared: string): readonly string[] =>
  globSync('modules/[0-9]*.c', { cwd: shared, ignore: '**/*-bug.c' })
    .sort()
    .map((file) => join(shared, file));

/** Runs `check` on each module, with all parts, then without each; runs in the journal are not repeated. */
export async function runChecks(modules: readonly string[], journal: string, settings: RunSettings): Promise<void> {
  const known = new Set(checkRuns(journal).map(({ module, part }) => `${module} ${part}`));
  for (const file of modules)
    for (const part of ['', ...CHECK_PARTS]) {
      const module = basename(file, '.c');
      if (known.has(`${module} ${part}`)) continue;
      const run = { module, part, ...(await checkOnce(file, part, settings)) };
      appendFileSync(journal, `${JSON.stringify(run)}\n`);
      console.error(`${module} ${part}: ${run.proved.length} of ${run.all} in ${run.seconds} s`);
    }
}

async function checkOnce(
  file: string,
  part: string,
  settings: RunSettings,
): Promise<Pick<CheckRun, 'proved' | 'all' | 'seconds'>> {
  const end = (id: number): void => {
    if (isCommand(id, settings.command)) process.kill(id, 'SIGINT');
  };
  const args = ['check', '--timeout', NO_LIMIT, file];
  const { text, seconds } = await runWatched(args, dirname(file), part, settings, end);
  const checks: readonly { kind: string; at: { line: number; column: number }; state: string }[] =
    text === '' ? [] : JSON.parse(text).results.flatMap((result: { checks: unknown }) => result.checks);
  const proved = checks.filter(({ state }) => state === 'proved');
  return { proved: proved.map(({ kind, at }) => `${at.line}:${at.column} ${kind}`), all: checks.length, seconds };
}

const isCommand = (id: number, command: string): boolean => {
  const [, second] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
  return second === command;
};

const checkRuns = (journal: string): readonly CheckRun[] =>
  existsSync(journal)
    ? readFileSync(journal, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];
