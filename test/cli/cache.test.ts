import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { hasServer, NatsServer } from '../compete/nats-server.ts';
import { PROGRAMS } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

vi.setConfig({ testTimeout: 300_000 });

const folder = scratchFolder('cache');

/** `y` is twice `x`, whatever the steps are; houdini finds that out. */
function twice(step: number): string {
  return `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_uint()) {
    if (__VERIFIER_nondet_uint()) { x += 2; y += 4; } else { x += ${step}; y += ${2 * step}; }
  }
  if (y != 2 * x) reach_error();
  return 0;
}
`;
}

interface Answer {
  readonly verdict: string;
  readonly stage: string;
  readonly engine: string;
}

async function verify(
  cache: string,
  file: string,
  ...more: readonly string[]
): Promise<Answer & { readonly said: string }> {
  const args = ['verify', '--cache', cache, '--verbose', '--json', '--timeout', '120', ...more, file];
  const { stdout, stderr, code } = await lemmata(args, { cwd: folder });
  expect([code, stderr]).toEqual([expect.any(Number), expect.not.stringMatching(/internal error/i)]);
  return { ...JSON.parse(stdout), said: stderr };
}

/** What is kept of systems, by file. */
function keptIn(
  cache: string,
): readonly { readonly file: string; readonly kept: { answer: string; nodes: object[] } }[] {
  return readdirSync(join(folder, cache))
    .map((name) => ({
      file: join(folder, cache, name),
      kept: JSON.parse(readFileSync(join(folder, cache, name), 'utf8')),
    }))
    .filter(({ kept }) => 'answer' in kept);
}

beforeAll(() => {
  writeFileSync(join(folder, 'true.c'), twice(6));
  writeFileSync(join(folder, 'false.c'), PROGRAMS.pick);
  mkdirSync(join(folder, 'later'));
  writeFileSync(join(folder, 'later', 'true.c'), twice(10));
  // The same system, with other names of files and other lines.
  writeFileSync(join(folder, 'renamed.c'), `\n\n${PROGRAMS.pick}`);
});

describe('answers that are kept', () => {
  it('are told again for the same system, as the engine that found them, and certified again', async () => {
    for (const [file, verdict] of [
      ['true.c', 'TRUE'],
      ['false.c', 'FALSE'],
    ]) {
      const first = await verify('same', file, '--engines', 'houdini,kind');
      expect([first.verdict, first.stage]).toEqual([verdict, 'race']);
      const again = await verify('same', file);
      expect([again.verdict, again.stage, again.engine]).toEqual([verdict, 'cache', first.engine]);
      expect(again.said).toMatch(
        /cache: certificate accepted|cache: run reproduced|cache: .*(accepted|reproduced|replayed)/,
      );
    }
    const renamed = await verify('same', 'renamed.c');
    expect([renamed.verdict, renamed.stage]).toEqual(['FALSE', 'cache']);
  });

  it('of an earlier version give the proof of a later one where that is still inductive', async () => {
    await verify('changed', 'true.c', '--engines', 'houdini');
    const later = await verify('changed', 'later/true.c', '--engines', 'bmc');
    expect([later.verdict, later.stage, later.engine]).toEqual(['TRUE', 'cache', 'houdini']);
    expect(later.said).toMatch(/the reusable part of a proof of houdini/);
  });

  it('are thrown away when they are broken, and when what they say does not hold', async () => {
    await verify('forged', 'true.c', '--engines', 'houdini');
    await verify('forged', 'false.c', '--engines', 'kind');
    const proof = keptIn('forged').find(({ kept }) => kept.answer === 'safe');
    const run = keptIn('forged').find(({ kept }) => kept.answer === 'unsafe');
    if (proof === undefined || run === undefined) throw new Error('nothing is kept');
    const [honestProof, honestRun] = [proof.file, run.file].map((file) => readFileSync(file, 'utf8'));
    const nothing = { kind: 'inductive', invariant: 0, k: 0, instances: [] };
    const forgeries = {
      // Cut off, of another version, and no terms.
      cut: honestProof.slice(0, honestProof.length / 2),
      version: honestProof.replace(/"version":\d+/, '"version":0'),
      terms: honestProof.replace(/"op":"\w+"/, '"op":"nonsense"'),
      // Invariants that hold and exclude nothing, and that exclude everything.
      true: JSON.stringify({ ...proof.kept, certificate: nothing, nodes: [{ op: 'true', sort: { kind: 'bool' } }] }),
      bound: JSON.stringify({ ...proof.kept, certificate: { kind: 'exhaustive', bound: 3 }, nodes: [] }),
      // An answer of another system.
      other: honestRun,
    };
    for (const [name, text] of Object.entries(forgeries)) {
      writeFileSync(proof.file, text);
      const { verdict, stage, said } = await verify('forged', 'true.c', '--engines', 'houdini');
      expect([name, verdict, stage, said]).toEqual([
        name,
        'TRUE',
        'race',
        expect.stringContaining('the earlier answer is discarded'),
      ]);
      expect(JSON.parse(readFileSync(proof.file, 'utf8')).answer).toBe('safe');
    }
    const runs = { proof: honestProof, inputs: honestRun.replace('"4711"', '"4712"') };
    expect(runs.inputs).not.toBe(honestRun);
    for (const [name, text] of Object.entries(runs)) {
      writeFileSync(run.file, text);
      const { verdict, stage } = await verify('forged', 'false.c', '--engines', 'kind');
      expect([name, verdict, stage]).toEqual([name, 'FALSE', 'race']);
      expect(JSON.parse(readFileSync(run.file, 'utf8')).answer).toBe('unsafe');
    }
  });

  it('about single checks are taken one by one', async () => {
    const program = `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = { 0 }, n = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; i++) a[i] = i;
  if (n == 77) a[n] = 1;
  return 10 / (n - 5);
}
`;
    writeFileSync(join(folder, 'checks.c'), program);
    const check = async (): Promise<{ states: readonly string[]; said: string }> => {
      const args = ['check', '--cache', 'checks', '--verbose', '--json', '--timeout', '60', 'checks.c'];
      const { stdout, stderr } = await lemmata(args, { cwd: folder });
      expect(stderr).not.toMatch(/internal error/i);
      const { results } = JSON.parse(stdout) as { results: readonly { readonly verdict: string }[] };
      return { states: results.map(({ verdict }) => verdict), said: stderr };
    };
    const first = await check();
    expect(new Set(first.states)).toEqual(new Set(['TRUE', 'FALSE']));
    const again = await check();
    expect(again.states).toEqual(first.states);
    expect(again.said).toContain('cache: claims FALSE');
    expect(again.said).toContain('cache: claims TRUE');
    expect(again.said).not.toMatch(/(bmc|sim|ai|kind|houdini): started/);
  });

  it('are no reason to fail where the folder cannot be used', async () => {
    writeFileSync(join(folder, 'occupied'), '');
    expect((await verify('occupied', 'false.c')).verdict).toBe('FALSE');
  });

  it.skipIf(!hasServer)('lie on the server of a queue for all machines', async () => {
    const server = await NatsServer.start(join(folder, 'nats'));
    try {
      expect((await verify(server.url, 'true.c', '--engines', 'houdini')).stage).toBe('race');
      expect((await verify(server.url, 'true.c')).stage).toBe('cache');
    } finally {
      await server.kill();
    }
    const away = await verify(server.url, 'true.c', '--engines', 'houdini');
    expect([away.verdict, away.stage]).toEqual(['TRUE', 'race']);
    expect(away.said).toMatch(/answers are not stored/);
  });
});
