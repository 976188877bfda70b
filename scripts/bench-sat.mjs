// Measures the SAT core against cadical and Z3 on queries of bounded model checking.
// Prints seconds per query and in total, and the ratios within this run.
// Usage:
//     npm run bench:sat                    30 queries of the tests' programs that need an invariant
//     npm run bench:sat -- LIST [SECONDS]  queries of LIST, without Z3
// A line of LIST names a program of the corpus and bounds; scripts/sat-programs.txt is such a list.
// The corpus lies in the folder named by LEMMATA_CORPUS, or in `corpus` below that named by
// LEMMATA_SHARED.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = [
  'chosen-limit',
  'even-pair',
  'hidden-step',
  'interval',
  'lock-count',
  'multiples-of-four',
  'nested',
  'one-hot',
  'phases',
  'ring-buffer',
  'semaphore',
  'thermostat',
  'three-times',
  'transfer',
  'wheel',
];
const BOUNDS = '30,60';
const [list, seconds = '120'] = process.argv.slice(2);

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function script(name, ...args) {
  const { status } = spawnSync(process.execPath, ['scripts/run.mjs', `scripts/${name}`, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${name} failed`);
}

/** Programs and their bounds, of a list or of the tests. */
function tasks() {
  if (list === undefined) return PROGRAMS.map((name) => [join('test', 'invariants', `${name}.c`), BOUNDS]);
  const shared = process.env.LEMMATA_SHARED;
  const corpus = process.env.LEMMATA_CORPUS ?? (shared === undefined ? undefined : join(shared, 'corpus'));
  if (corpus === undefined || !existsSync(corpus)) return [];
  const lines = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [program, bounds] = line.trim().split(/\s+/);
    return [join(corpus, program), bounds];
  });
}

if (spawnSync('cadical', ['--version']).error !== undefined) console.log('skipped: cadical is not installed');
else if (tasks().length === 0) console.log('skipped: LEMMATA_CORPUS names no folder');
else {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-sat-'));
  try {
    for (const [file, bounds] of tasks()) script('bits-cnf.ts', file, bounds, folder);
    if (list === undefined) script('sat-bench.ts', folder, seconds);
    else script('sat-bench.ts', folder, seconds, 'core,proof,cadical');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
