import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultless } from '../test/large/faultless.ts';

/**
 * Looks for faults in a generated program of many lines that has none:
 * `node scripts/run.mjs scripts/large-check.ts [--lines 10000] [--seconds 60] [--keep FILE]`. It runs
 * dist/cli.js (build it first), and prints the time until the program is compiled (s), and how many
 * checks are proved. A check that is violated is an error: exit code 1.
 */
const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    keep: { type: 'string' },
  },
});

interface Report {
  readonly results: readonly { readonly checks: readonly { readonly state: string }[] }[];
}

const folder = mkdtempSync(join(tmpdir(), 'lemmata-large-'));
try {
  const file = values.keep ?? join(folder, 'faultless.c');
  const text = faultless(Number(values.lines));
  writeFileSync(file, text);
  const start = performance.now();
  const options = ['--timeout', values.seconds, '--json', '--verbose'];
  const { stdout, stderr } = spawnSync('node', ['dist/cli.js', 'check', ...options, file], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const seconds = (performance.now() - start) / 1000;
  const states = (JSON.parse(stdout) as Report).results.flatMap(({ checks }) => checks.map(({ state }) => state));
  const count = (state: string): number => states.filter((each) => each === state).length;
  const compiled = /compiled[^\n]*/.exec(stderr)?.[0] ?? 'no line about compiling';
  console.log(`${text.split('\n').length} lines, ${states.length} checks, ${seconds.toFixed(1)} s; ${compiled}`);
  console.log(`proved ${count('proved')}, open ${count('open')}, violated ${count('violated')}`);
  process.exitCode = count('violated') === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
