import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startVerification } from '../../../src/race/verify.ts';
import { compileThreadApi } from '../../../src/race/worker/compile-thread.ts';
import { unlimited, within } from '../../../src/race/worker/within.ts';
import { scratchFolder } from '../../scratch.ts';

const folder = scratchFolder('near-compileThread');
const HEAD = 'extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n';
const files = { folder: pathToFileURL('dist/workers/') };
/** No thread can be made of it. */
const none = { ...files, compile: pathToFileURL(join(folder, 'there-is-no-such-file.js')) };

/** Ends each call. */
const late = (): never => {
  throw new Error('timed out');
};

function verified(name: string, body: string, threads: typeof files & { compile?: URL }) {
  const file = join(folder, name);
  writeFileSync(file, `${HEAD}int main(void) { ${body} return 0; }\n`);
  return startVerification({ files: [file], timeout: 60 }, { files: threads, near: compileThreadApi() });
}

describe('a small program', () => {
  it.each([
    ['safe', 'unsigned x = 1; while (__VERIFIER_nondet_uint()) x += 2; if (x % 2 == 0) reach_error();'],
    ['unsafe', 'unsigned x = __VERIFIER_nondet_uint(); while (x > 9) x -= 4; if (x == 7) reach_error();'],
  ])('that is %s is compiled and decided without another thread', async (kind, body) => {
    const { result } = verified(`${kind}.c`, body, none);
    expect((await result).kind).toBe(kind);
  });

  it('that is nested too deeply for this stack is compiled in a thread with a deep one', async () => {
    const deep = `${'('.repeat(1900)}x${')'.repeat(1900)}`;
    const body = `unsigned x = __VERIFIER_nondet_uint(); if (${deep} > x) reach_error();`;
    expect((await verified('deep.c', body, files).result).kind).toBe('safe');
    await expect(verified('deep.c', body, none).result).rejects.toThrow();
  });

  it.each([
    ['is open after the quick stage', 'if (a * b == 1000036000099) reach_error();', unlimited, true],
    ['takes too long', 'if (a > b) reach_error();', late, false],
  ] as const)('alone, that %s, needs a thread', async (how, body, limit, tried) => {
    const file = join(folder, `alone-${how.length}.c`);
    const inputs = 'unsigned long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();';
    writeFileSync(file, `${HEAD}int main(void) { ${inputs} ${body} return 0; }\n`);
    const near = compileThreadApi(limit);
    const { result } = startVerification({ files: [file], timeout: 60 }, { files, near, alone: true });
    await expect(result).rejects.toMatchObject({ message: 'the verification needs a thread', tried });
  });

  it('has calls ended by V8, and their results and errors passed on', () => {
    expect(within(1000)(() => within(1000)(() => 7))).toBe(7);
    const wrong = (): never => {
      throw new RangeError('wrong');
    };
    expect(() => within(1000)(wrong)).toThrow(new RangeError('wrong'));
    const endless = (): void => {
      for (;;) {}
    };
    expect(() => within(20)(endless)).toThrow('timed out');
  });

  it('that is none is rejected with the place of the error', async () => {
    await expect(verified('wrong.c', 'return y', files).result).rejects.toMatchObject({
      code: 'E-INPUT',
      at: { line: 3 },
    });
  });
});
