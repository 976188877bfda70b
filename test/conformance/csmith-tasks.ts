import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Verification tasks made of csmith's programs: is the checksum of all globals the one that gcc's
 * code prints?
 */

export interface CsmithTask {
  readonly expected: 'TRUE' | 'FALSE';
  /** Preprocessed C. */
  readonly text: string;
}

export interface CsmithOptions {
  readonly headers: string;
  /** Floating-point variables too. */
  readonly floats: boolean;
}

/** The line of csmith.h that prints the checksum in the end. */
const PRINTING = /platform_main_end\s*\(\s*crc32_context\s*\^\s*0xFFFFFFFFUL\s*,\s*print_hash_value\s*\)\s*;/;
/** Programs on which gcc's code needs longer make no tasks. */
const NATIVE_MILLISECONDS = 1000;

/**
 * Two tasks of a seed: the checksum is what gcc says (TRUE), and the checksum is another (FALSE).
 * Null where gcc's code does not end in time.
 */
export function csmithTasks(seed: number, { headers, floats }: CsmithOptions): CsmithTask[] | null {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-csmith-'));
  try {
    const file = join(folder, 'program.c');
    const binary = join(folder, 'program');
    const made = spawnSync('csmith', ['--seed', `${seed}`, ...(floats ? ['--float'] : []), '--output', file], {
      cwd: folder,
    });
    if (made.status !== 0) return null;
    const options = ['-w', '-O0', '-I', headers];
    if (spawnSync('gcc', [...options, file, '-lm', '-o', binary]).status !== 0) return null;
    const native = spawnSync(binary, { encoding: 'latin1', timeout: NATIVE_MILLISECONDS });
    const checksum = /^checksum = ([0-9A-F]+)$/m.exec(native.stdout)?.[1];
    if (native.status !== 0 || checksum === undefined) return null;
    if (spawnSync('gcc', [...options, '-E', '-P', file, '-o', `${binary}.i`]).status !== 0) return null;
    const text = readFileSync(`${binary}.i`, 'latin1');
    if (!PRINTING.test(text)) throw new Error('the programs of this csmith end in another way');
    const right = BigInt(`0x${checksum}`);
    const task = (expected: 'TRUE' | 'FALSE', sum: bigint): CsmithTask => {
      const check = `if ((crc32_context ^ 0xFFFFFFFFUL) != ${sum}UL) reach_error();`;
      return { expected, text: `extern void reach_error(void);\n${text.replace(PRINTING, check)}` };
    };
    return [task('TRUE', right), task('FALSE', right ^ 1n)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the command says to a task. */
export interface Answer {
  readonly verdict: string;
  /** Why it is unknown. */
  readonly why: string;
  readonly seconds: number;
}

/** Runs the command as a user would. `cli`: path of dist/cli.js; `file`: where the task may be written. */
export function askCommand(cli: string, { text }: CsmithTask, file: string, seconds: number): Answer {
  writeFileSync(file, text);
  const start = performance.now();
  const { stdout, status, signal } = spawnSync(
    process.execPath,
    [cli, 'verify', '--json', '--timeout', `${seconds}`, file],
    {
      encoding: 'utf8',
      timeout: (seconds + 30) * 1000,
      maxBuffer: 1 << 28,
    },
  );
  const took = (performance.now() - start) / 1000;
  try {
    const { verdict, reason } = JSON.parse(stdout) as { verdict: string; reason?: { text: string } };
    return { verdict, why: reason?.text.replaceAll(file, 'program.c') ?? '', seconds: took };
  } catch {
    return { verdict: 'none', why: `no JSON, exit code ${status ?? signal}`, seconds: took };
  }
}
