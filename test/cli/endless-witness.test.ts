import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { put } from '../compete/tasks.ts';
import { testPrograms } from '../program-header.ts';
import { randomSeed } from '../random-seed.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';
import { type Validated, validated } from './validated.ts';

vi.setConfig({ testTimeout: 240_000 });
const folder = scratchFolder('endless-witness');
const PROGRAMS = new URL('../programs/termination/', import.meta.url).pathname;
const property = put(folder, 'termination.prp', 'CHECK( init(main()), LTL(F end) )\n');

/** The loop has no end for the inputs 1, 2 and 5 alone; the numbers of its lines are used below. */
const program = put(
  folder,
  'turns.c',
  `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 1 && x != 2 && x != 5)
    return 0;
  while (x > 0) {
    x = 6 - x;
    if (x == 4)
      return 1;
  }
  return 0;
}
`,
);

interface Point {
  readonly type: string;
  readonly action: string;
  readonly place: string;
  readonly value?: string;
}

const input = (value: number): Point => ({
  type: 'function_return',
  action: 'follow',
  place: 'line: 3, column: 33',
  value: `\\result == ${value}`,
});
const turn = (value: string): Point => ({ type: 'assumption', action: 'cycle', place: 'line: 7, column: 5', value });
const head = (value: string): Point => ({ type: 'branching', action: 'cycle', place: 'line: 6, column: 3', value });
const avoided = (value: string): Point => ({ ...turn(value), action: 'avoid' });

function witness(...segments: readonly (readonly Point[])[]): string {
  const hash = createHash('sha256').update(readFileSync(program)).digest('hex');
  const points = segments.map((segment) => {
    const waypoints = segment.map(({ type, place, action, value }) => {
      const constraint = value === undefined ? '' : `constraint: { value: ${JSON.stringify(value)} }, `;
      return `    - waypoint: { type: ${type}, action: ${action}, ${constraint}location: { file_name: turns.c, ${place} } }\n`;
    });
    return `  - segment:\n${waypoints.join('')}`;
  });
  const task = `{ input_files: [turns.c], input_file_hashes: { turns.c: ${hash} }, specification: "CHECK( init(main()), LTL(F end) )", data_model: LP64, language: C }`;
  return `- entry_type: violation_sequence
  metadata:
    { format_version: '2.1', uuid: 00000000-0000-4000-8000-000000000000, creation_time: '2025-01-01T00:00:00Z',
      producer: { name: test, version: '1' }, task: ${task} }
  content:
${points.join('')}`;
}

function validate(text: string): Promise<Validated> {
  const file = join(folder, `witness-${Math.random()}.yml`);
  writeFileSync(file, text);
  return validated(file, program);
}

describe('a witness of a run without end', () => {
  it.each<[string, readonly (readonly Point[])[]]>([
    ['an input and a statement of each turn', [[input(5)], [turn('1')]]],
    ['a branch of each turn', [[input(1)], [head('true')]]],
    ['no stem', [[turn('x < 6')]]],
    ['states that take turns', [[input(5)], [turn('x == 5')], [turn('x == 1')]]],
    ['a state to avoid', [[avoided('x == 2'), turn('1')]]],
  ])('is confirmed if the run passes the cycle again and again: %s', async (_name, segments) => {
    expect(await validate(witness(...segments))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Witness: confirmed/),
    });
  });

  it.each<[string, readonly (readonly Point[])[]]>([
    ['an input whose run ends', [[input(2)], [turn('1')]]],
    ['an input whose run avoids the loop', [[input(7)], [turn('1')]]],
    ['a state that does not come back', [[input(5)], [turn('x == 5')]]],
    ['states in another order', [[input(5)], [turn('x == 1')], [turn('x == 5')]]],
    ['a branch that leads out', [[input(1)], [head('false')]]],
    ['all states to avoid', [[avoided('x != 2'), turn('1')]]],
  ])('is refuted if all runs along it end: %s', async (_name, segments) => {
    expect(await validate(witness(...segments))).toMatchObject({
      code: 10,
      stdout: expect.stringMatching(/^Witness: refuted/),
    });
  });

  it.each<[string, readonly (readonly Point[])[], RegExp]>([
    ['a statement before the loop', [[{ ...turn('1'), place: 'line: 4, column: 3' }]], /not known to pass the cycle/],
    ['no cycle', [[input(5)]], /no cycle/],
    ['a target', [[input(5)], [{ type: 'target', action: 'follow', place: 'line: 7' }]], /waypoint 2 .*no target/],
    ['a segment behind the cycle', [[turn('1')], [input(5)]], /waypoint 2 .*after a cycle/],
    ['a name out of scope', [[turn('y == 1')]], /waypoint 1 .*y/],
  ])('stays open, with the reason: %s', async (_name, segments, reason) => {
    expect(await validate(witness(...segments))).toMatchObject({ code: 5, stdout: expect.stringMatching(reason) });
  });
});

/** Its runs without end meet no state twice; the numbers of its lines are used below. */
const odd = put(
  folder,
  'odd.c',
  `extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 0;
  while (x != 0) {
    x -= 2;
    if (y < 3)
      y++;
  }
  return 0;
}
`,
);

describe('a witness of a run that meets no state twice', () => {
  const of = (...points: readonly Point[]): string =>
    witness([{ ...input(1), place: 'line: 3, column: 40' }], ...points.map((point) => [point])).replaceAll(
      'turns.c',
      'odd.c',
    );
  const check = (text: string): Promise<Validated> => {
    const file = join(folder, `witness-${Math.random()}.yml`);
    const hash = (name: string): string => createHash('sha256').update(readFileSync(name)).digest('hex');
    writeFileSync(file, text.replace(hash(program), hash(odd)));
    return validated(file, odd, 90);
  };
  const each: Point = { type: 'assumption', action: 'cycle', place: 'line: 5, column: 5', value: 'x % 2 == 1' };

  it('is confirmed if all runs without end that are left pass the cycle again and again', async () => {
    expect(await check(of(each))).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Witness: confirmed/) });
  });

  it('is not confirmed if the run passes the cycle a few times only', async () => {
    const { code, stdout } = await check(of({ ...each, place: 'line: 7, column: 7' }));
    expect({ code, stdout }).toMatchObject({ code: 5, stdout: expect.stringMatching(/not known to pass the cycle/) });
  });
});

const endless = testPrograms(PROGRAMS).filter(({ facts }) => facts.get('verdict') === 'FALSE');
const chosen = endless.filter(
  ({ name }, index) =>
    name === 'recurrent-odd-false.c' || (!name.startsWith('recurrent') && index % 12 === randomSeed() % 12),
);
describe('a witness of Lemmata of a run without end is confirmed', () => {
  it.each(chosen)('$name', async ({ name, text }) => {
    const file = join(folder, `${name}.yml`);
    const program = put(folder, name, text);
    const limit = ['--timeout', '60'];
    await lemmata(['verify', '--quiet', ...limit, '--property', property, '--witness', file, program]);
    expect(await lemmata(['validate', ...limit, '--witness', file, program])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Witness: confirmed/),
    });
  });
});
