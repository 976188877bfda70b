// The SAT core against cadical and Z3 on 30 queries of bounded model checking, whose programs are those of the tests that need an invariant. Prints
// seconds a query and in total, and the ratios within this run. Usage: npm run bench:sat
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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
const SECONDS = '120';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function script(name, ...args) {
  const { status } = spawnSync(process.execPath, ['scripts/run.mjs', `scripts/${name}`, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${name} failed`);
}

if (spawnSync('cadical', ['--version']).error !== undefined) console.log('skipped: cadical is not installed');
else {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-sat-'));
  try {
    const files = PROGRAMS.map((name) => join('test', 'invariants', `${name}.c`));
    script('bits-cnf.ts', files.join(','), BOUNDS, folder);
    script('sat-bench.ts', folder, SECONDS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
