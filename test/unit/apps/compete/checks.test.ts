import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { ParsedAnswer, ViolationInput } from '../../../../src/apps/compete/run/answer.ts';
import type { RunnerSetup } from '../../../../src/apps/compete/run/settings.ts';
import type { CompetitionTask } from '../../../../src/apps/compete/task.ts';
import { checkByCommand, checkNatively } from '../../../../src/apps/compete/validate/checker.ts';
import { type Opinion, Steps } from '../../../../src/apps/compete/validate/step.ts';
import { processesWith } from '../../../cli/lemmata.ts';
import { header, result } from '../../../compete/records.ts';
import { put } from '../../../compete/tasks.ts';
import { scratchFolder } from '../../../scratch.ts';

vi.setConfig({ testTimeout: 120_000 });
const folder = scratchFolder('compete-checks');
const possible = spawnSync('sh', ['-c', 'cc --version && unshare --user --map-root-user --net true']).status === 0;
if (!possible) console.log('native replay: skipped, there is no compiler, or the network cannot be shut off');

const setup: RunnerSetup = {
  settings: header().settings,
  tool: [],
  toolVersion: '0',
  folder,
  witnesses: true,
  cgroups: null,
  companions: null,
};
let programs = 0;
function taskOf(text: string, dataModel: 'ILP32' | 'LP64' = 'LP64'): CompetitionTask {
  const file = put(folder, `p${programs++}.c`, text);
  return {
    id: 'p',
    name: 'p',
    definition: file,
    files: [file],
    required: [],
    property: null,
    dataModel,
    sets: [],
    runDefinition: null,
    options: [],
  };
}

const input = (name: string, type: string, constant: string | null): ViolationInput => ({
  kind: 'nondet',
  name,
  type,
  value: constant ?? '',
  constant,
  block: null,
  count: 1,
});
function replay(
  text: string,
  inputs: readonly ViolationInput[],
  dataModel: 'ILP32' | 'LP64' = 'LP64',
  allInputs = true,
  errorFunction = 'reach_error',
  given: readonly string[] | null = null,
  environment: ParsedAnswer['environment'] = [],
): Promise<Opinion | null> {
  const answer: ParsedAnswer = {
    verdict: 'FALSE',
    violated: 'unreach-call',
    engine: 'bmc',
    stage: 'race',
    reason: null,
    safeUpTo: null,
    externals: ['log_value'],
    errorFunction,
    error: null,
    arguments: given,
    environment,
    inputs,
    allInputs,
    takesOrder: false,
    steps: [],
    refused: [],
  };
  const verified = { result: result('p', { status: 'false(unreach-call)' }), answer, usageError: null, stopped: false };
  return checkNatively(taskOf(text, dataModel), verified, setup, new Steps(null));
}

const TWO = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern int never_called(void);
extern void log_value(int);
int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned char b = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(a != 3);
  log_value(a);
  long long product = (long long)a * b / (b - 1);
  if (a == 77 && product > 50 && __VERIFIER_nondet_int() == -5) reach_error();
  return a == 8 ? never_called() : 0;
}
`;
const [INT, UCHAR] = ['__VERIFIER_nondet_int', '__VERIFIER_nondet_uchar'];

describe.skipIf(!possible)('a native replay', () => {
  it.each(['ILP32', 'LP64'] as const)('of the right inputs is confirmed, of others refuted (%s)', async (model) => {
    const run = (...constants: readonly string[]): Promise<Opinion | null> =>
      replay(
        TWO,
        constants.map((constant, index) =>
          input(index === 1 ? UCHAR : INT, index === 1 ? 'unsigned char' : 'int', constant),
        ),
        model,
      );
    expect(await run('77', '200', '-5')).toEqual({
      outcome: 'confirmed',
      detail: 'the compiled program calls the error function',
    });
    expect(await run('77', '200', '5')).toEqual({ outcome: 'refuted', detail: 'the compiled program ends with 0' });
    expect(await run('77', '200')).toEqual({
      outcome: 'refuted',
      detail: 'the compiled program asks for other inputs',
    });
    expect(await run('3', '200')).toEqual({ outcome: 'refuted', detail: 'the compiled program breaks an assumption' });
  });

  it('knows the error function by its call, also where it has a body', async () => {
    const text = `#include <assert.h>\nvoid reach_error(void) { assert(0); }\nint main(void) { reach_error(); }\n`;
    expect(await replay(text, [])).toMatchObject({ outcome: 'confirmed' });
  });

  it.each(['ILP32', 'LP64'] as const)(
    'gives each function its values at their places in the order of all (%s)',
    async (model) => {
      const text = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  long sum = 0;
  for (int i = 0; i < 50000; i++) sum += __VERIFIER_nondet_int();
  unsigned char last = __VERIFIER_nondet_uchar();
  if (sum == 49999L * 2 - 7 && last == 200 && __VERIFIER_nondet_int() == -7) reach_error();
  return 0;
}
`;
      const many = [
        { ...input(INT, 'int', '2'), count: 49_999 },
        input(INT, 'int', '-7'),
        input(UCHAR, 'unsigned char', '200'),
      ];
      expect(await replay(text, [...many, input(INT, 'int', '-7')], model)).toMatchObject({ outcome: 'confirmed' });
      expect(await replay(text, many, model)).toMatchObject({ detail: 'the compiled program asks for other inputs' });
      expect(await replay(text, many, model, false)).toEqual({
        outcome: 'open',
        detail: 'the run takes too many inputs',
      });
    },
  );

  it('says nothing where inputs cannot be given, or the program does not compile', async () => {
    expect(await replay(TWO, [input(INT, 'int', null)])).toEqual({
      outcome: 'open',
      detail: 'an input has no constant in C',
    });
    expect(await replay('int main(void) { return }', [])).toMatchObject({
      outcome: 'open',
      detail: expect.stringMatching(/^does not compile: .*expected expression/),
    });
    const uninitialised = {
      kind: 'uninitialised',
      name: 'x',
      type: 'int',
      value: '1',
      constant: '1',
      block: null,
      count: 1,
    };
    expect(
      await replay('extern void reach_error(void);\nint main(void) { int x; if (x == 1) reach_error(); return 0; }', [
        uninitialised,
      ]),
    ).toMatchObject({ outcome: 'open' });
  });

  it.each(['ILP32', 'LP64'] as const)(
    'gives blocks the content of the run, and zeros to what else is not initialised (%s)',
    async (model) => {
      const text = `#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int local[4];
  unsigned char *first = malloc(2), *none = malloc(0), *second = malloc(3), *third = malloc(9);
  if (first[1] == 0 && second[0] == 7 && second[1] == 255 && second[2] == 0 && third[8] == 0 && local[3] == 0) reach_error();
  return none == 0;
}
`;
      const block = {
        kind: 'uninitialised',
        name: 'malloc',
        type: 'unsigned char [3]',
        value: '',
        constant: null,
        block: { call: 1, bytes: '07ff' },
        count: 1,
      };
      expect(await replay(text, [block], model)).toMatchObject({ outcome: 'confirmed' });
      expect(await replay(text, [{ ...block, block: { call: 0, bytes: '07ff' } }], model)).toMatchObject({
        outcome: 'open',
      });
    },
  );

  it('gives characters of the standard input, bytes of read, and the environment', async () => {
    const text = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int a;
  char word[8] = "", bytes[4] = "";
  const char *mode = getenv("MODE");
  if (scanf("%d%7s", &a, word) != 2 || getchar() != EOF) return 1;
  if (read(0, bytes, 3) != 2) return 2;
  if (a == -4 && !strcmp(word, "ab") && bytes[1] == 'z' && mode && !strcmp(mode, "a b") && !getenv("HOME")) reach_error();
  return 3;
}
`;
    const characters = [...Buffer.from('-4 ab'), -1].map((code) => ({
      ...input('getchar', 'int', `${code}`),
      kind: 'unknown-function',
    }));
    const bytes = [
      input('count of read', 'long', '2'),
      ...['7', '122'].map((c) => input('byte of read', 'unsigned char', c)),
    ];
    const taken = [...characters, ...bytes.map((each) => ({ ...each, kind: 'unknown-function' }))];
    const environment: ParsedAnswer['environment'] = [
      ['MODE', 'a b'],
      ['HOME', null],
    ];
    const all = [taken, 'LP64', true, 'reach_error', null, environment] as const;
    expect(await replay(text, ...all)).toMatchObject({ outcome: 'confirmed' });
    expect(await replay(text, taken)).toEqual({ outcome: 'refuted', detail: 'the compiled program ends with 3' });
    expect(await replay(text, taken.slice(1), 'LP64', true, 'reach_error', null, environment)).toMatchObject({
      outcome: 'refuted',
    });
  });

  it('has no network and writes no files', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const connect = `#include <arpa/inet.h>
#include <sys/socket.h>
extern void reach_error(void);
int main(void) {
  struct sockaddr_in to = { AF_INET, htons(${port}), { htonl(0x7f000001) } };
  if (connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, sizeof to) != 0) reach_error();
  return 0;
}
`;
    expect(await replay(connect, [])).toMatchObject({ outcome: 'confirmed' });
    server.close();
    const write = `#include <fcntl.h>\n#include <unistd.h>\nint main(void) { return write(open("x", O_WRONLY | O_CREAT, 0600), "abc", 3) == 3 ? 7 : 8; }\n`;
    expect(await replay(write, [])).toMatchObject({ detail: expect.stringMatching(/ends with (SIGXFSZ|8)$/) });
  });

  it('that does not end is ended, and says nothing', async () => {
    const steps = new Steps(null);
    const started = performance.now();
    const ended = steps.run(
      { program: 'sleep', args: ['60.4713'] },
      { cpuSeconds: null, wallSeconds: null, memoryBytes: null },
    );
    await expect.poll(() => processesWith('60.4713').length, { timeout: 10_000 }).toBeGreaterThan(0);
    steps.stop();
    expect((await ended).reason).toBe('stopped');
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('a validator of the user', () => {
  const check = (words: string, status = 'true', witness: string | null = 'w it.yml'): Promise<Opinion | null> =>
    checkByCommand(words)(
      taskOf('int x;', 'ILP32'),
      { result: result('p', { status, witness }), answer: null, usageError: null, stopped: false },
      setup,
      new Steps(null),
    );

  it('gets what the task has, and its verdict is held against the answer', async () => {
    const echo = `test {bits} = 32 && echo "{model}" && test {witness} = '${folder}/w it.yml' && echo Verification result:`;
    expect(await check(`${echo} TRUE`)).toEqual({ outcome: 'confirmed', detail: 'TRUE' });
    expect(await check(`${echo} TRUE`, 'false(unreach-call)')).toEqual({ outcome: 'refuted', detail: 'TRUE' });
    expect(await check(`${echo} UNKNOWN`)).toEqual({ outcome: 'open', detail: 'UNKNOWN' });
  });

  it('that says nothing, or takes too long, leaves the answer open', async () => {
    expect(await check('exit 3')).toEqual({ outcome: 'open', detail: 'no verdict, exit code 3' });
    expect(await check('sleep 30')).toEqual({ outcome: 'open', detail: 'time limit' });
    expect(await check('echo TRUE', 'true', null)).toEqual({ outcome: 'open', detail: 'no witness was written' });
  });
});
