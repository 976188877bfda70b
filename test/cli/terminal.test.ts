import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { CLI } from './lemmata.ts';

const folder = scratchFolder('terminal');

const hasScript = ((): boolean => {
  try {
    execFileSync('script', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('terminal.test.ts is skipped: there is no script (util-linux)\n');
    return false;
  }
})();

/**
 * What stands on a terminal, and on stdout, when the command ran there; Ctrl-C is pressed once
 * `enough` is on the screen.
 */
function onTerminal(
  args: string,
  env: Readonly<Record<string, string>>,
  enough: RegExp | null,
): Promise<{ screen: string; stdout: string }> {
  const settings = Object.entries({ PATH: process.env.PATH ?? '', TERM: 'xterm', ...env }).map(
    ([name, value]) => `${name}='${value}'`,
  );
  const out = join(folder, 'stdout');
  const command = `stty columns 80 rows 24; env -i ${settings.join(' ')} '${process.execPath}' '${CLI}' verify ${args} >'${out}'`;
  const terminal = spawn('script', ['-qc', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let screen = '';
  let pressed = false;
  terminal.stdout.on('data', (chunk) => {
    screen += chunk;
    if (pressed || enough?.test(screen) !== true) return;
    pressed = true;
    terminal.stdin.write('\u0003');
  });
  return new Promise((resolve) => {
    terminal.on('close', () => resolve({ screen, stdout: readFileSync(out, 'utf8') }));
  });
}

const ERASE = '\u001b[2K';
const BOLD = '\u001b[1m';

it.runIf(hasScript)(
  'a terminal shows the race while it goes on; stdout has the answer of the interruption alone',
  async () => {
    // k-induction alone does not decide it.
    const hard = '--engines kind --no-exchange test/invariants/rotation-after-check.c';
    // A second table has taken the place of the first one.
    const table = /solving \d+\.\d s[\s\S]*engine +bound +solver +lemmas +used[\s\S]*kind +\d+[\s\S]*solving/;
    const { screen, stdout } = await onTerminal(hard, { NO_COLOR: '1' }, table);
    expect(screen).toContain(ERASE);
    expect(screen).not.toContain(BOLD);
    expect(screen).toContain('lemmata: interrupted by SIGINT');
    expect(stdout).toMatch(/^Verification result: UNKNOWN \(stopped.*\)\n$/);
  },
  300_000,
);

it.runIf(hasScript)(
  'where a build runs, nothing that was written is changed; colours stay',
  async () => {
    const { screen, stdout } = await onTerminal('examples/inline-assembly.c', { CI: 'true' }, null);
    expect(stdout).toMatch(/^Verification result: UNKNOWN .*\n$/);
    expect(screen).not.toContain(ERASE);
    expect(screen).toContain(`${BOLD}No verdict: `);
  },
  300_000,
);
