import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { esbuildImports } from '../../../scripts/imports.mjs';
import type { VerifyEvent } from '../../../src/race/events.ts';
import { startVerification } from '../../../src/race/verify.ts';
import { scratchFolder } from '../../scratch.ts';

// The test uses the bundled threads that npm test builds. Only the encoder of the compileThread's thread is replaced.
const folder = scratchFolder('trial');
const compileThread = resolve('dist/test-fixtures/compile-with-erring-encoder.mjs');

/** Only some inputs lead to the error. */
const reached = `extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x >= 200) reach_error();
  return 0;
}
`;

const right = reached.replace('x >= 200', 'x > 255');

/** The sum is even with or without the loop, so a proof succeeds even if the loop is lost. */
const summed = `extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned sum = 0;
  unsigned n = __VERIFIER_nondet_uchar();
  for (unsigned i = 0; i < n; i++) sum += 2;
  if (sum & 1) reach_error();
  return 0;
}
`;

/** The plugin leads the import of the encoder to the fixture. */
const erringEncoder: Plugin = {
  name: 'erring-encoder',
  setup({ onResolve }) {
    onResolve({ filter: /encode\/index\.ts$/ }, ({ importer }) =>
      importer.includes('fixtures') ? undefined : { path: resolve('test/fixtures/erring-encoder.ts') },
    );
  },
};

beforeAll(async () => {
  await build({
    stdin: { contents: "import start from './workers/compile.ts';\nvoid start();", resolveDir: '.' },
    outfile: compileThread,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [erringEncoder, esbuildImports],
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'reached.c'), reached);
  writeFileSync(join(folder, 'right.c'), right);
  writeFileSync(join(folder, 'summed.c'), summed);
});

afterEach(() => {
  delete process.env.MISENCODE;
});

async function verifyWith(mistake: string, program: string, set = 'default') {
  process.env.MISENCODE = mistake;
  const files = { folder: pathToFileURL(`${resolve('dist/workers')}/`), compile: pathToFileURL(compileThread) };
  const verification = startVerification({ files: [join(folder, program)], timeout: 60, portfolio: set }, { files });
  const events: VerifyEvent[] = [];
  for await (const event of verification) events.push(event);
  const result = verification.result.then(
    (verdict) => verdict.kind,
    (error: { code: string; message: string; at: { line: number } | null }) => error,
  );
  const ended = await result;
  await verification.closed;
  return { ended, events };
}

describe('a certified proof that runs of the program contradict', () => {
  it('is an internal error that names the input and the place, and no verdict', async () => {
    const { ended, events } = await verifyWith('blind', 'reached.c');
    expect(ended).toMatchObject({ code: 'E-INTERNAL', at: { line: 5 } });
    expect(ended).toMatchObject({
      message: expect.stringMatching(/a run of the program calls reach_error .*line 4 = 2\d\d/),
    });
    expect(events.map(({ kind }) => kind)).not.toContain('verdict');
  });

  it('is an internal error where a run has other states than the system, though it reaches no error', async () => {
    const { ended } = await verifyWith('forgetful', 'summed.c');
    expect(ended).toMatchObject({
      code: 'E-INTERNAL',
      message: expect.stringMatching(/main::sum at for at 6:3 is 2 in the run, and 0/),
    });
    expect((await verifyWith('none', 'summed.c')).ended).toBe('safe');
  });

  it('does not come up where the program is right', async () => {
    for (const mistake of ['none', 'blind']) {
      const { ended, events } = await verifyWith(mistake, 'right.c');
      expect(ended).toBe('safe');
      const kinds = events.map(({ kind }) => kind);
      expect(kinds.indexOf('trials')).toBeGreaterThan(kinds.indexOf('certified'));
      expect(kinds.indexOf('verdict')).toBeGreaterThan(kinds.indexOf('trials'));
      expect(events.find(({ kind }) => kind === 'trials')).toMatchObject({ runs: expect.any(Number) });
    }
  });
});
