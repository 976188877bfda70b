import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readHints, withHints } from '../../../../../src/apps/output/witness/hints.ts';
import { CompileStatus } from '../../../../../src/race/messages/compile-status.ts';
import type { Model } from '../../../../../src/race/messages/model.ts';
import { prepareTask, type VerifyOptions } from '../../../../../src/race/options/options.ts';
import { compileJobOf } from '../../../../../src/race/threads/compiling.ts';
import { compileThreadApi } from '../../../../../src/race/worker/compile-thread.ts';
import { thawSystem } from '../../../../../src/system/transys/share.ts';
import { scratchFolder } from '../../../../scratch.ts';

const folder = scratchFolder('hints');
const PROGRAM = `#define MAX 100u
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned half(unsigned x) { return x / 2; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  if (n > MAX) return 0;
  while (x < n) { x++; if (x == 200) reach_error(); }
  do x--; while (x > 50);
  for (;;) if (half(x) < 100) break;
  return 0;
}
`;
const program = join(folder, 'a.c');
writeFileSync(program, PROGRAM);
const removers: (() => void)[] = [];
afterAll(() => {
  for (const remove of removers) remove();
});

function hinted(text: string): ReturnType<typeof withHints>['hinted'] {
  const file = join(folder, 'h.txt');
  writeFileSync(file, text);
  const made = withHints([program], readHints(file));
  removers.push(made.remove);
  return made.hinted;
}

/** The message about a wrong hint, with its line and column. */
function problem(text: string): string {
  try {
    hinted(text);
  } catch (error) {
    const { message, at } = error as Error & { readonly at?: { readonly line: number; readonly column: number } };
    return `${at?.line}:${at?.column} ${message}`;
  }
  throw new Error('the hint is right');
}

async function compiled(text: string, options: Partial<VerifyOptions> = {}) {
  const task = await prepareTask({ files: [program], hinted: hinted(text), ...options });
  const api = compileThreadApi();
  const answer = await api.compile(compileJobOf(task), { status: new CompileStatus().shared, patience: null });
  if (!answer.ok) throw new Error(answer.error.message);
  if (answer.value.kind === 'rejected') throw new Error(answer.value.diagnostics[0].message);
  const modelFor = async (names: readonly string[]): Promise<Model> => {
    const model = await api.modelFor(names);
    if (!model.ok) throw new Error(model.error.message);
    return model.value;
  };
  return { ...answer.value, modelFor };
}

/** The names of the errors that a model has. */
function labels({ system }: Model): readonly string[] {
  return [...new Set(thawSystem(system).blocks.flatMap(({ bads }) => bads.map(({ name }) => name)))];
}

describe('places and expressions', () => {
  it('are read from lines, and name functions, loops and lines', () => {
    const { hints } = hinted('# a comment\n\n  a.c:8: x <= MAX\nmain.1: x < 60\nhalf : x < 400\na.c:6:3: 1 > 0\n');
    const stated = hints.map(({ expression, at }) => [expression, at.line, at.column]);
    expect(stated).toEqual([
      ['x <= MAX', 3, 10],
      ['x < 60', 4, 9],
      ['x < 400', 5, 8],
      ['1 > 0', 6, 10],
    ]);
  });

  it('are read from a witness of any programs', () => {
    const metadata = `{ format_version: '2.0', uuid: u, creation_time: t, producer: { name: p, version: '1' }, task: {
      input_files: [b.c], input_file_hashes: { b.c: '0' }, specification: s, data_model: LP64, language: C } }`;
    const element =
      '{ invariant: { type: loop_invariant, location: { file_name: a.c, line: 8 }, value: x <= 7, format: c_expression } }';
    const { hints } = hinted(`- entry_type: invariant_set\n  metadata: ${metadata}\n  content:\n  - ${element}\n`);
    expect(hints.map(({ expression }) => expression)).toEqual(['x <= 7']);
  });

  it.each([
    ['x < 5', '1:1 not a hint: write FILE:LINE: EXPRESSION or FUNCTION: EXPRESSION'],
    ['a.c:8: x = 5', "1:8 not a hint: = would change the program's state"],
    ['\na.c:8: half(x) > 0', '2:8 not a hint: half is called'],
    ['a.c:2: x > 0', '1:8 not a hint: no statement begins there'],
    ['b.c:8: x > 0', '1:8 not a hint: b.c is not one of the programs'],
    ['main.7: x > 0', '1:9 not a hint: main has no loop 7'],
    ['other: x > 0', '1:8 not a hint: no function other is defined in the programs'],
    ['a.c:8: (x > 0', '1:8 not a hint: ( has no partner'],
  ])('%s is refused', (text, message) => {
    expect(problem(text)).toBe(message);
  });
});

it('code beside hints keeps its places', () => {
  const { copies } = hinted('a.c:8: x <= MAX\na.c:8: x != 7\nmain.1: x < 60\nmain.2: 1 > x - x\nhalf: x < 400\n');
  const places = new Map<string, string>();
  let [line, isOwn] = [0, false];
  for (const text of readFileSync(copies[program], 'utf8').split('\n')) {
    const marked = /^# (\d+) "(.*)"$/.exec(text);
    if (marked === null) {
      if (isOwn)
        for (const found of text.matchAll(/\b(while|break|reach_error|return)\b/g))
          places.set(`${line}:${found.index + 1}`, found[0]);
      line++;
    } else [line, isOwn] = [Number(marked[1]), marked[2] === program];
  }
  const expected = PROGRAM.split('\n').flatMap((text, index) =>
    [...text.matchAll(/\b(while|break|reach_error|return)\b/g)].map((found) => [
      `${index + 1}:${found.index + 1}`,
      found[0],
    ]),
  );
  expect([...places].sort()).toEqual(expected.sort());
});

describe('the model of a program with hints', () => {
  it('has no hints among its errors, but their candidates', async () => {
    const { model, hints, modelFor } = await compiled('a.c:8: x <= MAX && x != 300\nmain.1: x < 60\n');
    expect(labels(model)).toEqual([]);
    // A conjunction gives two candidates; the head of a do loop is the begin of its body.
    expect(model.candidates).toHaveLength(3);
    expect(hints.map(({ function: inside, at }) => [inside, at.line])).toEqual([
      ['main', 1],
      ['main', 2],
    ]);
    expect(labels(await modelFor([hints[1].name]))).toEqual([hints[1].name]);
  });

  it('keeps the checks of the program as they are', async () => {
    const options = { eachCheck: true, checks: ['overflow', 'division', 'assertion'] } as const;
    const { checks, model } = await compiled('a.c:8: x / n < 5\n', options);
    expect(checks.map(({ kind, at }) => [kind, at.line])).toEqual([['assertion', 8]]);
    expect(labels(model)).toEqual(checks.map(({ name }) => name));
    // A fault of the hint itself is none of the program for verify either.
    const whole = await compiled('a.c:8: x / n < 5\n', { checks: ['division'] });
    expect(whole.model.property.errorFunctions).toEqual([]);
  });

  it('does not exist where no code is compiled at a hint', async () => {
    await expect(compiled('a.c:8: 1\n')).rejects.toThrow('no code is compiled there');
    await expect(compiled('a.c:8: y < 3\n')).rejects.toThrow("'y' undeclared");
    await expect(compiled('a.c:8: x < 3\n', { termination: true })).rejects.toThrow('hints are about errors');
  });
});
