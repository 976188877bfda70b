import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_KINDS } from '../../src/program/cfa/checks/kinds.ts';
import { scratchFolder } from '../scratch.ts';
import { FOLDER, type Snippet, snippets } from './planted/snippets.ts';

/**
 * Each program of `test/undefined` in the command: what C does not define is treated as its first lines, and
 * the table in docs/undefined.md, say.
 */

const folder = scratchFolder('undefined');
const TOOL = new URL('../../dist/cli.js', import.meta.url).pathname;
const HEAD = 'extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n';

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
}

function run(args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [TOOL, ...args, '--json', '--quiet'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.on('data', (bytes: Buffer) => (stdout += bytes));
    child.on('close', (status) => resolve({ status, stdout }));
  });
}

/** The program with a main function that may take the planted way; its name. */
function written({ name, text }: Snippet, main: string): string {
  const file = join(folder, `${name}.c`);
  writeFileSync(file, `${HEAD}${text}\nint main(void) { ${main} return 0; }\n`, 'latin1');
  return file;
}

/** Whether the answer to the question that shows the treatment has a known flaw. */
function isKnown({ treatment, known }: Snippet): boolean {
  const question = CHECK_KINDS.some((kind) => kind === treatment) ? 'check' : 'verify';
  return known?.questions.includes(question) ?? false;
}

/** How the command treats what is planted. */
async function treatmentOf(snippet: Snippet): Promise<string> {
  const { name, treatment, value } = snippet;
  if (treatment === 'error') {
    const { status } = await run(['verify', '--timeout', '60', join(FOLDER, `${name}.c`)]);
    return status === 2 ? 'error' : `exit code ${status}`;
  }
  const kind = CHECK_KINDS.find((one) => one === treatment);
  if (kind !== undefined) {
    const file = written(snippet, 'planted(__VERIFIER_nondet_int() & 1);');
    const { stdout } = await run(['check', '--check', kind, '--timeout', '10', file]);
    const states = [...stdout.matchAll(/"state":"([a-z]+)"/g)].map(([, state]) => state);
    // A contested case is no alarm, and not proved.
    return states.includes('violated') || states.includes('contested') ? kind : `states: ${states.join(' ')}`;
  }
  const file = written(
    snippet,
    `int bad = __VERIFIER_nondet_int(); if (bad == 1 && planted(bad) != ${value}) reach_error();`,
  );
  const { stdout } = await run(['verify', '--timeout', treatment === 'GCC' || isKnown(snippet) ? '30' : '2', file]);
  const [, verdict] = /"verdict":"([A-Z]+)"/.exec(stdout) ?? [];
  if (treatment === 'GCC') return verdict === 'TRUE' ? 'GCC' : `verdict ${verdict}`;
  if (treatment === 'gap') return verdict === 'UNKNOWN' ? 'gap' : `verdict ${verdict}`;
  return verdict === 'UNKNOWN' || verdict === 'FALSE' ? 'any' : `verdict ${verdict}`;
}

describe.concurrent('programs that C does not define', () => {
  it.each(snippets())('$name', { timeout: 120_000 }, async (snippet) => {
    const treatment = await treatmentOf(snippet);
    // A known flaw that is none any more loses its line.
    if (isKnown(snippet)) expect(treatment).not.toBe(snippet.treatment);
    else expect(treatment).toBe(snippet.treatment);
  });
});
