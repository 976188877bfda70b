import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { AnswerStore } from '../../../src/race/cache/answer-store.ts';
import type { FarChecks } from '../../../src/race/exchange/far-checks.ts';
import type { VerifyOptions } from '../../../src/race/options/options.ts';
import { startVerification, type Verification } from '../../../src/race/verify.ts';
import { scratchFolder } from '../../scratch.ts';

const scratch = scratchFolder('far-checks');
const files = { folder: pathToFileURL('dist/workers/') };

/** Five checks, of which the last one fails. */
const PROGRAM = `extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int sum = 0;
  for (int i = 0; i < n; i++) sum += 2;
  int share = 1000 / (sum + 1);
  if (n == 77) return share / (n - 77);
  return 0;
}
`;

function memory(): AnswerStore {
  const texts = new Map<string, string>();
  return {
    get: async (name) => texts.get(name) ?? null,
    put: async (name, text) => void texts.set(name, text),
    change: async (name, changed) => void texts.set(name, changed(texts.get(name) ?? null)),
    remove: async (name) => void texts.delete(name),
  };
}

/** The state of each check by its line and kind. */
async function statesOf(verification: Verification): Promise<readonly string[]> {
  const states: string[] = [];
  for await (const event of verification) {
    if (event.kind !== 'check') continue;
    const { check, state } = event;
    const by = state.kind === 'proved' ? ` by ${state.engine}` : '';
    states.push(`${check.at.line} ${check.kind} ${state.kind}${by}`);
  }
  await verification.closed;
  return states.sort();
}

const question: VerifyOptions = { files: [], checks: ['overflow', 'division'], eachCheck: true, timeout: 60 };

it('are decided by machines that have the compiled program, in groups, and each answer is certified here', async () => {
  const file = join(scratch, 'sum.c');
  writeFileSync(file, PROGRAM);
  const answers = memory();
  const groups: (readonly number[])[] = [];
  const elsewhere: Promise<readonly string[]>[] = [];
  let stops = 0;
  const farChecks: FarChecks = {
    handOut: ({ program, open }) => {
      const compiled = join(scratch, 'sum.lemmata');
      writeFileSync(compiled, program);
      const [first, ...others] = open();
      const running = [[first], others].map((only) => {
        groups.push(only);
        const options = { ...question, files: [compiled], only, engines: ['kind', 'ai'] };
        return startVerification(options, { files, answers });
      });
      elsewhere.push(...running.map(statesOf));
      return {
        stop: () => {
          stops++;
          for (const verification of running) verification.stop();
        },
      };
    },
  };
  // The simulator proves nothing.
  const here = startVerification({ ...question, files: [file], engines: ['sim'] }, { files, answers, farChecks });
  const states = await statesOf(here);
  expect(states).toEqual([
    expect.stringMatching(/^5 overflow proved by (kind|ai)$/),
    expect.stringMatching(/^5 overflow proved by (kind|ai)$/),
    expect.stringMatching(/^6 division proved by (kind|ai)$/),
    expect.stringMatching(/^6 overflow proved by (kind|ai)$/),
    '7 division violated',
    expect.stringMatching(/^7 overflow proved by (kind|ai)$/),
  ]);
  expect((await here.result).kind).toBe('unsafe');
  expect([groups.flat().length, stops > 0]).toEqual([new Set(groups.flat()).size, true]);
  // Each of them tells the checks of the other one as open.
  const [one] = await Promise.all(elsewhere);
  expect(one.filter((state) => / open$/.test(state)).length).toBe(states.length - 1);
});

it('a file that is no compiled program is refused', async () => {
  const file = join(scratch, 'none.lemmata');
  writeFileSync(file, PROGRAM);
  const { result } = startVerification({ ...question, files: [file], only: [0] }, { files });
  await expect(result).rejects.toMatchObject({
    code: 'E-INPUT',
    message: expect.stringMatching(/no compiled program/),
  });
});
