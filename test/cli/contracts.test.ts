import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/apps/output/report/library.ts';
import { CONTRACT_CHECKS } from '../../src/program/cfa/checks/kinds.ts';
import { FolderStore } from '../../src/race/cache/folder-store.ts';
import { ThreadsNeeded } from '../../src/race/coordinator/means.ts';
import { listContracts, withContracts } from '../../src/race/export.ts';
import { startVerification } from '../../src/race/verify.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

interface Judged {
  readonly name: string;
  readonly verdict: string;
  readonly result: {
    readonly results: readonly {
      readonly checks: readonly {
        readonly kind: string;
        readonly state: string;
        readonly at: { readonly line: number };
      }[];
    }[];
  };
}

const FILES = ['test/contracts/clauses.c', 'test/contracts/blocks.c'];
const folder = scratchFolder('contracts');

/** Lines with a comment that names a kind of check: it fails there. */
function marked(text: string): ReadonlyMap<number, string> {
  const lines = text.split('\n').entries();
  return new Map(
    [...lines].flatMap(([i, line]) => {
      const kind = /\/\/ (ensures|requires|assigns|deref|free|memtrack)$/.exec(line)?.[1];
      return kind === undefined ? [] : [[i + 1, kind] as const];
    }),
  );
}

describe('contracts', () => {
  it.each(FILES)(
    'in %s: proves functions that keep theirs, and finds the clause or fault of others',
    async (file) => {
      const { stdout, code } = await lemmata(['contracts', '--json', '--timeout', '60', '--jobs', '2', file]);
      expect(code).toBe(10);
      const { functions } = JSON.parse(stdout) as { readonly functions: readonly Judged[] };
      const wrong = functions.filter(({ verdict }) => verdict !== 'TRUE');
      expect(wrong.map(({ name, verdict }) => [name, verdict])).toEqual(
        functions.filter(({ name }) => name.startsWith('bad_')).map(({ name }) => [name, 'FALSE']),
      );
      const failed = wrong.flatMap(({ result }) => result.results.flatMap(({ checks }) => checks));
      const found = new Map(
        failed.flatMap(({ kind, state, at }) =>
          state === 'violated' && kind !== 'requires' ? [[at.line, kind] as const] : [],
        ),
      );
      expect(found).toEqual(marked(readFileSync(file, 'utf8')));
    },
    400_000,
  );

  it('takes parts of one object for fresh ones where no byte lies in two, and tells what a body cannot know of them', async () => {
    const { stdout } = await lemmata([
      'contracts',
      '--json',
      '--timeout',
      '10',
      '--jobs',
      '2',
      'test/contracts/parts.c',
    ]);
    const { functions } = JSON.parse(stdout) as { readonly functions: readonly Judged[] };
    const expected = functions.map(({ name }) =>
      name.startsWith('bad_') ? 'FALSE' : name.startsWith('open_') ? 'UNKNOWN' : 'TRUE',
    );
    expect(functions).toHaveLength(14);
    expect(functions.map(({ verdict }) => verdict)).toEqual(expected);
    const failed = functions.flatMap(({ result }) => result.results.flatMap(({ checks }) => checks));
    expect(failed.filter(({ state, kind }) => state === 'violated' && kind === 'requires')).toHaveLength(3);
  }, 200_000);

  it('says that a function is proved of no call where nothing satisfies what it requires', async () => {
    const [sarif, report] = ['log.sarif', 'page.html'].map((name) => join(folder, name));
    const outputs = ['--sarif', sarif, '--report', report];
    const { stdout, code } = await lemmata(['contracts', '--timeout', '20', ...outputs, 'test/contracts/vacuous.c']);
    expect(code).toBe(5);
    const { runs } = JSON.parse(readFileSync(sarif, 'utf8'));
    expect(runs).toHaveLength(1);
    const ensures = runs[0].results.filter(({ ruleId }: { readonly ruleId: string }) => ruleId === 'ensures');
    expect(
      ensures.map((one: { readonly kind: string; readonly properties: object }) => [one.kind, one.properties]),
    ).toEqual(['vacuous', 'rare', 'turns'].map((contract) => ['pass', { contract }]));
    expect(runs[0].invocations[0].toolExecutionNotifications[0].message.text).toMatch(/^vacuous: no call satisfies/);
    expect(readFileSync(report, 'utf8')).toContain('"kind":"claim","engine":"rare","claim":"safe"');
    expect(stdout).toContain('turns: calls in a circle rest on contracts');
    expect(stdout).toMatch(/^vacuous +vacuous /m);
    expect(stdout).toMatch(/^rare +proved /m);
    expect(stdout).toContain('vacuous: no call satisfies what it requires (test/contracts/vacuous.c:2:5)');
  }, 100_000);

  it('asks whether calls satisfy what is required also where other kinds of checks are asked for', async () => {
    const words = ['contracts', '--timeout', '20', '--check', 'ensures,assigns', 'test/contracts/uninterpreted.c'];
    const { stdout, code } = await lemmata(words);
    expect(code).toBe(10);
    expect(stdout).toMatch(/^rank +proved /m);
    expect(stdout).toMatch(/^same +proved /m);
    expect(stdout).toMatch(/^other +broken /m);
  }, 60_000);

  it('tells which clauses hold whatever the body does', async () => {
    const file = 'test/contracts/empty.c';
    const log = join(folder, 'empty.sarif');
    const words = ['contracts', '--timeout', '20', '--cache', join(folder, 'empty'), '--sarif', log, file];
    const [{ stdout, code }, again] = [await lemmata(words), await lemmata(words)];
    expect(code).toBe(0);
    const linesOf = (out: string): readonly string[] => out.split('\n').filter((line) => line.includes(': '));
    const lines = linesOf(stdout);
    expect(linesOf(again.stdout)).toEqual(lines);
    const text = 'follows from clauses before it, whatever the body does';
    expect(lines).toEqual([
      `clamp: ensures at ${file}:5:3 ${text}`,
      `clamp: ensures at ${file}:6:3 ${text}`,
      `set: ensures at ${file}:17:3 ${text}`,
    ]);
    const [run] = JSON.parse(readFileSync(log, 'utf8')).runs;
    const told = run.invocations[0].toolExecutionNotifications.filter(
      ({ level, message }: { readonly level: string; readonly message: { readonly text: string } }) =>
        level === 'warning' && message.text.endsWith(text),
    );
    expect(told).toHaveLength(3);
  }, 100_000);

  it('tells which written invariants are wrong, and judges functions without them', async () => {
    const file = 'test/contracts/loops.c';
    const { stdout, code } = await lemmata(['contracts', '--timeout', '60', '--jobs', '2', file]);
    expect(code).toBe(10);
    expect(stdout).toMatch(/^set_all +proved +proved +proved /m);
    expect(stdout).toMatch(/^half +proved +/m);
    const lines = stdout.split('\n').filter((line) => line.includes(': '));
    expect(lines).toEqual([
      `half: written invariant false at ${file}:25:5: 10 / i > 0`,
      expect.stringMatching(`bad_line: deref fails at ${file}:39:`),
    ]);
    const ignored = ['check', '--contract', 'half', '--ignore-loop-contracts', '--json', '--timeout', '60', file];
    expect(JSON.parse((await lemmata(ignored)).stdout).hints).toBeUndefined();
  }, 200_000);

  it('merges what runs with contracts and with bodies show', async () => {
    const file = 'test/contracts/merged.c';
    const { stdout, code } = await lemmata(['contracts', '--json', '--timeout', '60', '--jobs', '2', file]);
    expect(code).toBe(10);
    const { functions } = JSON.parse(stdout) as { readonly functions: readonly Judged[] };
    expect(functions.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['up', 'TRUE'],
      ['twice', 'TRUE'],
      ['bad_call', 'FALSE'],
      ['twice_of_all', 'TRUE'],
    ]);
    const states = functions.map(({ result }) =>
      result.results.flatMap(({ checks }) => checks).filter(({ state }) => state !== 'proved'),
    );
    expect(states.map((checks) => checks.map(({ kind, at, state }) => `${kind} ${at.line} ${state}`))).toEqual([
      [],
      [],
      ['requires 3 violated', 'ensures 17 violated'],
      [],
    ]);
    // Runs that may break a clause about all elements do not stand.
    const part = ['check', '--contract', 'bad_call', '--contract-part', 'instances', '--timeout', '20', file];
    expect(await lemmata(part)).toMatchObject({ code: 5 });
  }, 200_000);

  it('reads contracts in comments, whose numbers do not wrap and whose pointers may meet', async () => {
    const file = 'test/contracts/acsl.c';
    const asked = [
      'absolute',
      'bad_absolute',
      'add',
      'bad_add',
      'swap',
      'bad_both',
      'both',
      'bad_frame',
      'count_twice',
      'clear_negative',
      'bad_clear_negative',
      'max_index',
    ];
    const named = asked.flatMap((name) => ['--function', name]);
    const { stdout } = await lemmata(['contracts', '--json', '--timeout', '60', '--jobs', '2', ...named, file]);
    const { functions } = JSON.parse(stdout) as { readonly functions: readonly Judged[] };
    expect(functions.map(({ name, verdict }) => [name, verdict])).toEqual(
      asked.map((name) => [name, name.startsWith('bad_') ? 'FALSE' : 'TRUE']),
    );
    const { stderr, code } = await lemmata(['contracts', 'test/contracts/acsl-wrong.c']);
    expect(code).toBe(2);
    expect(stderr).toContain('test/contracts/acsl-wrong.c:3:18: error');
  }, 200_000);

  it('reads clauses in the form of ESBMC', async () => {
    const { stdout, code } = await lemmata(['contracts', '--timeout', '60', 'test/contracts/esbmc.c']);
    expect(code).toBe(10);
    expect(stdout).toMatch(/^twice +proved /m);
    for (const name of ['count_to', 'add_each'])
      expect(stdout).toMatch(new RegExp(`^${name} +proved +(nothing|proved) +proved `, 'm'));
    for (const [name, line] of [
      ['bad_up', 13],
      ['bad_next', 43],
    ])
      expect(stdout).toContain(`${name}: ensures fails at test/contracts/esbmc.c:${line}:3`);
  }, 100_000);

  it('judges functions against their contracts as a library', async () => {
    const files = ['test/contracts/esbmc.c'];
    const { functions } = await listContracts({ files });
    expect(functions?.map(({ name }) => name)).toEqual(['twice', 'bad_up', 'count_to', 'add_each', 'bad_next']);
    const verdictOf = async (name: string): Promise<string> =>
      (await decide({ files, timeout: 60, contract: { function: name, inline: [], part: 'all' } })).verdict;
    expect([await verdictOf('twice'), await verdictOf('bad_next')]).toEqual(['TRUE', 'FALSE']);
  }, 100_000);

  it('answers what earlier runs proved or refuted without a process, and asks only what has changed', async () => {
    const file = join(folder, 'kept.c');
    const contract = '__CPROVER_requires(0 <= x && x < 9) __CPROVER_ensures(__CPROVER_return_value';
    const text = `int up(int x) ${contract} == x + 1) { return x + 1; }
int twice(int x) ${contract} == x + x) { return up(x) - 1 + x; }
int bad(int x) ${contract} == x) { return x < 8 ? x : 0; }
`;
    writeFileSync(file, text);
    const store = new FolderStore(join(folder, 'answers'));
    const asked = { files: [file], checks: CONTRACT_CHECKS, eachCheck: true };
    const unchanged = { get: (name: string) => store.get(name), put: async () => {}, change: async () => {} };
    const answers = { ...unchanged, remove: (name: string) => store.remove(name) };
    /** The verdicts about functions whose answers are kept. */
    const kept = (): Promise<readonly (readonly string[])[]> =>
      withContracts(asked, async ({ functions }, thread) => {
        const known: (readonly string[])[] = [];
        for (const { name } of functions ?? []) {
          const options = { ...asked, contract: { function: name, inline: [], part: 'all' } } as const;
          const { result } = startVerification(options, { alone: true, kept: thread, answers });
          const verdict = await result.then(
            (found) => (found.kind !== 'unknown' && found.stage === 'cache' ? found.kind : null),
            (error: unknown) => (error instanceof ThreadsNeeded ? null : String(error)),
          );
          if (verdict !== null) known.push([name, verdict]);
        }
        return known;
      });
    expect(await kept()).toEqual([]);
    const words = ['contracts', '--timeout', '60', '--cache', join(folder, 'answers'), file];
    expect((await lemmata(words)).code).toBe(10);
    const proved = ['up', 'twice'].map((name) => [name, 'safe']);
    expect(await kept()).toEqual([...proved, ['bad', 'unsafe']]);
    writeFileSync(file, text.replace('x < 8 ? x : 0', 'x < 9 ? x : 0'));
    expect(await kept()).toEqual(proved);
    expect((await lemmata(words)).code).toBe(0);
    expect(await kept()).toEqual([...proved, ['bad', 'safe']]);
  }, 100_000);

  it('suggests clauses under which a function has no fault', async () => {
    const file = join(folder, 'put.c');
    writeFileSync(file, 'void put(int *p, int v) { *p = v; }\n');
    const cbmc = await lemmata(['contracts', '--suggest', 'put', file]);
    expect(cbmc).toMatchObject({
      code: 0,
      stdout: `void put(int *p, int v)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)))
  __CPROVER_assigns(__CPROVER_object_upto(p, sizeof(*p)));
`,
    });
    // The bounds are those of the array and of the type that is shifted.
    const of = join(folder, 'of.c');
    writeFileSync(of, 'int table[10];\nint of(int i, int n) { return table[i] >> n; }\n');
    const bounds = ['i <= 9', 'i >= 0', 'n <= 31', 'n >= 0'].map((text) => `  requires ${text};\n`);
    expect(await lemmata(['contracts', '--suggest', 'of', '--acsl', '--timeout', '30', of])).toMatchObject({
      code: 0,
      stdout: `/*@\n${bounds.join('')}  assigns \\nothing; */\nint of(int i, int n);\n`,
    });
    const absent = await lemmata(['contracts', '--suggest', 'absent', file]);
    expect([absent.code, absent.stderr]).toEqual([2, expect.stringContaining('no function absent has a body')]);
  }, 100_000);

  it('names a clause that it does not know, and a function without a contract', async () => {
    const { stderr, code } = await lemmata(['contracts', '--function', 'absent', FILES[0]]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no function absent has a contract and a body')]);
    const file = join(folder, 'unknown.c');
    writeFileSync(
      file,
      'int f(int *p)\n  __CPROVER_requires(__CPROVER_POINTER_OFFSET(p) == 3);\nint f(int *p) { return 1; }\n',
    );
    const unknown = await lemmata(['contracts', file]);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('unknown.c:2:22: error[C1336]: __CPROVER_POINTER_OFFSET'),
    ]);
  });
});
