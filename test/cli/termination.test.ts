import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('termination');

/** A loop that counts down, or stays where it is. */
function loop(name: string, step: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  while (n != 10) ${step}
  return 0;
}
`,
  );
  return path;
}

const ENDS = loop('ends.c', 'n--;');
const STAYS = loop('stays.c', 'if (n > 2) n--;');

it('asks whether every run ends without a property file', async () => {
  expect(await lemmata(['verify', '--check', 'termination', ENDS])).toMatchObject({
    code: 0,
    stdout: 'Verification result: TRUE\n',
  });
  const { code, stdout, stderr } = await lemmata(['verify', '--check', 'termination', STAYS]);
  expect([code, stdout]).toEqual([10, 'Verification result: FALSE (termination)\n']);
  expect(stderr).toContain('The run goes on for ever at ');
});

it('is a question of its own', async () => {
  const property = join(folder, 'property.prp');
  writeFileSync(property, 'CHECK( init(main()), LTL(F end) )\n');
  for (const [words, message] of [
    [['--check', 'termination,overflow'], 'termination is a question of its own'],
    [['--check', 'termination', '--property', property], 'one question at a time'],
    [['--check', 'termination', '--error-function', 'abort'], 'termination is about no error function'],
    [['--check', 'end'], 'It must be all, termination, or a list of assertion, overflow'],
  ] as const) {
    const { code, stderr } = await lemmata(['verify', ...words, ENDS]);
    expect([words, code]).toEqual([words, 1]);
    expect(stderr).toContain(message);
  }
});
