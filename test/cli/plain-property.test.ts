import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { CLI, lemmata } from './lemmata.ts';

const folder = scratchFolder('plain-property');
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const ASSERTING = file(
  'asserting.c',
  `#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 8) abort();
  assert(x != 7);
  return 0;
}
`,
);
const ABORTING = file(
  'aborting.c',
  `#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void panic(void) { abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 9) panic();
  return 0;
}
`,
);
const STATED = file('reach.prp', 'CHECK( init(main()), LTL(G ! call(abort())) )\n');

describe('without a property file', () => {
  it('a failing assertion is an error, and abort is none', async () => {
    const [witness, sarif] = [join(folder, 'w.yml'), join(folder, 'r.sarif')];
    const { code, stdout, stderr } = await lemmata(['verify', ASSERTING, '--witness', witness, '--sarif', sarif]);
    expect([code, stdout]).toEqual([10, 'Verification result: FALSE (assertion)\n']);
    expect(stderr).toMatch(/^An assertion fails at .*asserting.c:7:/);
    expect(readFileSync(witness, 'utf8')).toContain('call(__assert_fail())');
    expect(JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results[0].ruleId).toBe('assertion');
    const validated = await lemmata(['validate', '--witness', witness, ASSERTING]);
    expect([validated.code, validated.stdout]).toEqual([0, expect.stringMatching(/^Witness: confirmed/)]);
  });

  it('further functions are named', async () => {
    const named = ['verify', '--error-function', 'panic', '--error-function', 'abort', ABORTING];
    expect(await lemmata(named)).toMatchObject({ code: 10, stdout: 'Verification result: FALSE (unreach-call)\n' });
    const { code, stderr } = await lemmata(['verify', '--error-function', 'panik', ABORTING]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no function panik')]);
    const both = await lemmata(['verify', '--error-function', 'panic', '--property', STATED, ABORTING]);
    expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('the property names the error function')]);
  });

  it('a program that states nothing is told how to', async () => {
    const { code, stdout, stderr } = await lemmata(['verify', ABORTING]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /aborting.c: there is nothing to verify, .*assert\(condition\).*--error-function.*--property/,
    );
  });
});

it('with a property file assertions only end the run', async () => {
  const { code, stdout } = await lemmata(['verify', '--property', STATED, ASSERTING]);
  expect([code, stdout]).toEqual([10, 'Verification result: FALSE (unreach-call)\n']);
  const reach = file('never.prp', 'CHECK( init(main()), LTL(G ! call(__assert_fail())) )\n');
  expect(await lemmata(['verify', '--property', reach, ASSERTING])).toMatchObject({
    stdout: 'Verification result: FALSE (unreach-call)\n',
  });
});

it('a property file that names no function of SV-COMP asks about C: no proof passes over undefined behaviour', async () => {
  const text = `extern void stop(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int values[2] = {0, 0}, last = 0;
  values[__VERIFIER_nondet_uint() % 3] = 1;
  if (last > 0) NAME();
  return 0;
}
`;
  const ask = async (name: string): Promise<string> => {
    const property = file(`${name}.prp`, `CHECK( init(main()), LTL(G ! call(${name}())) )\n`);
    const program = file(`${name}.c`, text.replace('stop', name).replace('NAME', name));
    return (await lemmata(['verify', '--timeout', '5', '--property', property, program])).stdout;
  };
  expect(await ask('stop')).toMatch(/UNKNOWN \(unsupported: a write outside an object/);
  expect(await ask('reach_error')).toBe('Verification result: TRUE\n');
});

it('a program without a question is named as the user named it', () => {
  const { stderr, status } = spawnSync(process.execPath, [CLI, 'verify', '-'], {
    input: 'int main(void) { return 0; }\n',
    encoding: 'utf8',
  });
  expect({ stderr, status }).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/error: <stdin>: there is nothing/),
  });
});
