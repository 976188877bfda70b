import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { esbuildImports } from '../../scripts/imports.mjs';
import { scratchFolder } from '../scratch.ts';
import { lemmata, processesWith } from './lemmata.ts';

const folder = scratchFolder('cli');
/** Asks whether a prime has factors. */
const hard = join(folder, 'hard.c');
/** Has an error behind more turns than anybody looks at, one after the other. */
const far = join(folder, 'far.c');
const large = join(folder, 'large.c');

beforeAll(async () => {
  writeFileSync(
    hard,
    `extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = 0;
  while (__VERIFIER_nondet_uint()) c++;
  if (c > 1 && a > 1 && b > 1 && a * b == 4611686018427387847ull) reach_error();
}
`,
  );
  writeFileSync(
    far,
    `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned c = 0;
  while (__VERIFIER_nondet_int()) c++;
  if (c == 1000000007) reach_error();
}
`,
  );
  writeFileSync(
    large,
    `void reach_error(void);\nint a[] = {${'123456,'.repeat(5_000_000)}1};\nint main(void) { return a[5]; }\n`,
  );
  await build({
    entryPoints: ['test/fixtures/supervised.ts'],
    outfile: 'dist/test-fixtures/supervised.mjs',
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [esbuildImports],
  });
});

describe('an interrupt', () => {
  it.each([
    [30, 'SIGINT', 130],
    [150, 'SIGINT', 130],
    [400, 'SIGTERM', 143],
    [1200, 'SIGINT', 130],
    [3000, 'SIGTERM', 143],
  ] as const)('after %d ms by %s ends with at most one verdict and leaves nothing', async (after, signal, code) => {
    const witness = join(folder, `witness-${after}.yml`);
    const ended = await lemmata(['verify', '--witness', witness, hard], { interrupt: { signal, after } });
    // A signal that comes before Node has started ends the process without a word.
    if (ended.code !== null) {
      expect(ended.stderr.endsWith(`lemmata: interrupted by ${signal}\n`)).toBe(true);
      expect(ended.code).toBe(code);
    }
    // Nothing is said before the command line is understood.
    expect(ended.stdout).toMatch(/^(Verification result: UNKNOWN \(stopped(, safe up to bound \d+)?\)\n)?$/);
    expect(existsSync(witness)).toBe(false);
    expect(processesWith(witness)).toEqual([]);
  });

  it.each([100, 200, 300])('after %d ms of a command without further options is obeyed, too', async (after) => {
    const ended = await lemmata(['verify', hard], { interrupt: { signal: 'SIGINT', after } });
    // The race, once it began, says why there is no verdict.
    if (ended.code !== null) {
      expect(ended.stderr).toMatch(/^(No verdict: stopped\.\n)?lemmata: interrupted by SIGINT\n$/);
      expect(ended.code).toBe(130);
    }
    expect(ended.stdout).toMatch(/^(Verification result: UNKNOWN \(stopped\)\n)?$/);
  });

  it('is obeyed while a large file is read', async () => {
    const ended = await lemmata(['verify', '--seed', '4711', large], { interrupt: { signal: 'SIGINT', after: 800 } });
    expect(ended.code).toBe(130);
    expect(ended.stderr.endsWith('lemmata: interrupted by SIGINT\n')).toBe(true);
    expect(processesWith('4711')).toEqual([]);
  });

  const bounded = { signal: 'SIGINT', seen: /safe up to bound [1-9]/ } as const;

  it('keeps what is known: the bound, and how far each engine is', async () => {
    const ended = await lemmata(
      ['verify', '--engines', 'bmc,kind', '--timeout', '55', '--verbose', '--seed', '4713', far],
      {
        interrupt: bounded,
      },
    );
    expect(ended.code).toBe(130);
    expect(ended.stdout).toMatch(/^Verification result: UNKNOWN \(stopped, safe up to bound \d+\)\n$/);
    expect(ended.stderr).toMatch(/No verdict: stopped\.\nKnown: no run of at most \d+ steps? .*: stopped/s);
    expect(processesWith('4713')).toEqual([]);
  });

  it('keeps what is known in JSON', async () => {
    const ended = await lemmata(['verify', '--engines', 'bmc,kind', '--timeout', '55', '--verbose', '--json', far], {
      interrupt: { ...bounded, signal: 'SIGTERM' },
    });
    expect(ended.code).toBe(143);
    const answer = JSON.parse(ended.stdout);
    expect(answer).toMatchObject({ verdict: 'UNKNOWN', reason: { kind: 'stopped' }, safeUpTo: expect.any(Number) });
    expect(answer.engines.map(({ bound }: { bound: number | null }) => bound)).toContain(answer.safeUpTo);
  });

  it('by SIGKILL of the supervisor ends the verifying process too', async () => {
    await lemmata(['verify', '--timeout', '55', '--seed', '4712', hard], {
      interrupt: { signal: 'SIGKILL', after: 1200 },
    });
    await expect.poll(() => processesWith('4712'), { timeout: 10_000 }).toEqual([]);
  });

  it('by SIGKILL of the judge of contracts ends the checks of functions too', async () => {
    const product = join(folder, 'product.c');
    const requires = 'a > 1 && b > 1 && a < 4294967296 && b < 4294967296';
    writeFileSync(
      product,
      `unsigned long f(unsigned long a, unsigned long b) __CPROVER_requires(${requires})
  __CPROVER_ensures(__CPROVER_return_value != 4611686018427387847) { return a * b; }\n`,
    );
    const judged = lemmata(['contracts', '--timeout', '55', '--seed', '4713', product], {
      interrupt: { signal: 'SIGKILL', after: 6000 },
    });
    await expect.poll(() => processesWith('4713').length, { timeout: 5500 }).toBeGreaterThan(1);
    await judged;
    await expect.poll(() => processesWith('4713'), { timeout: 10_000 }).toEqual([]);
  });
});

describe('processes', () => {
  it.each([
    ['decides a small program', [], 1],
    ['asks a second one for a race', ['--timeout', '5'], 2],
    ['has a supervisor for a short limit', ['--timeout', '4'], 2],
  ] as const)('one %s', async (_, options, count) => {
    const log = join(folder, `processes-${options.join('')}`);
    const hook = join(folder, 'hook.cjs');
    const write = "require('node:fs').appendFileSync(process.env.PROCESSES, process.pid + '\\n');";
    writeFileSync(hook, `if (require('node:worker_threads').isMainThread) ${write}`);
    const env = { NODE_OPTIONS: `--require ${hook}`, PROCESSES: log };
    await lemmata(['verify', ...options, options.length > 0 ? hard : 'examples/odd.c'], { env });
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(count);
  });
});

describe('limits', () => {
  it('the time limit holds while solving', async () => {
    const { code, stdout, milliseconds } = await lemmata(['verify', '--timeout', '3', hard]);
    expect(code).toBe(5);
    expect(stdout).toMatch(/^Verification result: UNKNOWN \(time limit(, safe up to bound \d+)?\)\n$/);
    expect(milliseconds).toBeLessThan(4500);
  });

  it('the time limit holds while compiling', async () => {
    const { code, stdout, milliseconds } = await lemmata(['verify', '--timeout', '1', large]);
    expect([code, stdout]).toEqual([5, 'Verification result: UNKNOWN (time limit while compiling)\n']);
    expect(milliseconds).toBeLessThan(2500);
  });

  it.each(['verify --timeout 20 examples/odd.c', 'verify --help'])(
    'a reader that has gone away does not matter: %s',
    (args) => {
      const pipeline = `"${process.execPath}" dist/cli.js ${args} | true; echo "\${PIPESTATUS[0]}"`;
      expect(execFileSync('bash', ['-c', pipeline], { encoding: 'utf8' })).toBe('0\n');
    },
  );
});

describe('a verifying process that is gone', () => {
  const supervised = (how: string): ReturnType<typeof lemmata> =>
    lemmata([how], { script: 'dist/test-fixtures/supervised.mjs' });

  it.each([
    ['abort', 'Verification result: UNKNOWN (out of memory: the JavaScript engine gave up, safe up to bound 7)\n'],
    ['killed', 'Verification result: UNKNOWN (out of memory: ended by the system, safe up to bound 7)\n'],
    [
      'broken',
      'Verification result: UNKNOWN (the verifying process ended with SIGSEGV, after one that ended with SIGSEGV, safe up to bound 7)\n',
    ],
    ['late', 'Verification result: UNKNOWN (time limit, safe up to bound 7)\n'],
    ['late-and-asks', 'Verification result: UNKNOWN (time limit, safe up to bound 7)\n'],
    ['greedy', 'Verification result: UNKNOWN (memory limit, safe up to bound 7)\n'],
  ])('%s: the supervisor gives the verdict and cleans up', async (how, stdout) => {
    const ended = await supervised(how);
    expect(ended.stdout).toBe(stdout);
    expect(ended.code).toBe(5);
    expect(readdirSync('dist/test-fixtures').filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['broken-once', 'answered after SIGSEGV\n', 0],
    ['broken-after-answer', 'answered\n', 10],
  ])('%s: it is begun again unless it has answered', async (how, stdout, code) => {
    const ended = await supervised(how);
    expect([ended.stdout, ended.code]).toEqual([stdout, code]);
    expect(readdirSync('dist/test-fixtures').filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  const UNANSWERED = 'Verification result: UNKNOWN (stopped, safe up to bound 7)\n';

  it.each([
    ['once, and says nothing: the supervisor does', 1, 'deaf', UNANSWERED],
    ['twice: the supervisor waits no longer', 2, 'deaf', UNANSWERED],
    ['twice while it writes: the supervisor says nothing', 2, 'deaf-but-first', ''],
  ])('is interrupted %s', async (_, times, how, stdout) => {
    const interrupt = { signal: 'SIGINT', seen: /ready/, times } as const;
    const ended = await lemmata([how], { script: 'dist/test-fixtures/supervised.mjs', interrupt });
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([130, stdout, 'ready\nlemmata: interrupted by SIGINT\n']);
    expect(readdirSync('dist/test-fixtures').filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('has time to write once it was told to answer, and the supervisor says nothing', async () => {
    const ended = await supervised('late-but-first');
    expect([ended.stdout, ended.code]).toEqual(['answered late\n', 0]);
  });

  it('says so when it begins again', async () => {
    const ended = await lemmata(['verify', '--verbose', 'examples/odd.c'], { env: { LEMMATA_BROKE_DOWN: 'SIGSEGV' } });
    expect(ended.stderr).toContain(
      'The verifying process ended with SIGSEGV: it begins again, with fewer engines at once.\n',
    );
    expect(ended.code).toBe(0);
  });
});
