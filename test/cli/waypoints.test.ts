import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { put } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';
import { type Validated, validated } from './validated.ts';

vi.setConfig({ testTimeout: 240_000 });
const folder = scratchFolder('waypoints');

/** A program with each kind of waypoint; the numbers of its lines are used below. */
const program = put(
  folder,
  'walk.c',
  `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int twice(int x) { return x > 1000 ? 0 : 2 * x; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int m = __VERIFIER_nondet_int(), steps = 0;
  if (n < 0 || n > 9)
    return 0;
  switch (m) {
  case 1: m = 10; break;
  case 2 ... 4: m = 20; break;
  default: m = 30;
  }
  while (n > 0) {
    n -= 2;
    steps++;
  }
  if (twice(steps) == 4 && m == 20)
    reach_error();
  do steps--; while (steps > 0);
  if (m == 30) reach_error();
}
`,
);
const lines = readFileSync(program, 'utf8').split('\n');

/** The column of some words in a line. */
function at(line: number, words: string): string {
  const column = lines[line - 1].indexOf(words) + 1;
  expect(column).toBeGreaterThan(0);
  return `line: ${line}, column: ${column}`;
}

interface Point {
  readonly type: string;
  readonly place: string;
  readonly action?: string;
  readonly value?: string;
}

function violation(...segments: readonly (readonly Point[])[]): string {
  const hash = createHash('sha256').update(readFileSync(program)).digest('hex');
  const points = segments.map((segment) => {
    const waypoints = segment.map(({ type, place, action = 'follow', value }) => {
      const constraint = value === undefined ? '' : `constraint: { value: ${JSON.stringify(value)} }, `;
      return `    - waypoint: { type: ${type}, action: ${action}, ${constraint}location: { file_name: walk.c, ${place} } }\n`;
    });
    return `  - segment:\n${waypoints.join('')}`;
  });
  const task = `{ input_files: [walk.c], input_file_hashes: { walk.c: ${hash} }, specification: "G ! call(reach_error())", data_model: LP64, language: C }`;
  return `- entry_type: violation_sequence
  metadata:
    { format_version: '2.0', uuid: 00000000-0000-4000-8000-000000000000, creation_time: '2025-01-01T00:00:00Z',
      producer: { name: test, version: '1' }, task: ${task} }
  content:
${points.join('')}`;
}

function fileOf(text: string): string {
  const file = join(folder, `witness-${Math.random()}.yml`);
  writeFileSync(file, text);
  return file;
}

const validate = (text: string): Promise<Validated> => validated(fileOf(text), program);

const branch = (line: number, words: string, value: string, action = 'follow'): Point => ({
  type: 'branching',
  place: at(line, words),
  value,
  action,
});
const target: Point = { type: 'target', place: at(19, 'reach_error') };
const second: Point = { type: 'target', place: at(21, 'reach_error') };
const returned = (line: number, words: string, value: string, action = 'follow'): Point => ({
  type: 'function_return',
  place: at(line, words),
  value: `\\result ${value}`,
  action,
});
const assumed = (line: number, words: string, value: string): Point => ({
  type: 'assumption',
  place: at(line, words),
  value,
});

describe('a violation sequence that a run follows', () => {
  it.each<[string, readonly (readonly Point[])[]]>([
    ['target alone', [[target]]],
    ['target without a column', [[{ type: 'target', place: 'line: 19' }]]],
    ['values of inputs', [[returned(5, ');', '== 3')], [returned(6, '), steps', '== 2')], [target]]],
    ['assumptions', [[assumed(7, 'if', 'n == 4 && m == 3')], [assumed(14, 'while', 'steps == 0')], [target]]],
    [
      'an assumption in a loop, visit after visit',
      [[assumed(15, 'n -=', 'n == 3')], [assumed(15, 'n -=', 'n == 1')], [target]],
    ],
    [
      'branches of if, loop and ternary',
      [[branch(7, 'if', 'false')], [branch(14, 'while', 'true')], [branch(3, '? 0', 'false')], [target]],
    ],
    ['a range of a switch', [[branch(9, 'switch', '3')], [target]]],
    ['the default of a switch', [[branch(9, 'switch', 'default')], [second]]],
    [
      'a call and its return',
      [[{ type: 'function_enter', place: at(18, ') == 4') }], [returned(18, ') == 4', '>= 4')], [target]],
    ],
    [
      'waypoints to avoid',
      [[branch(9, 'switch', '3', 'avoid'), branch(7, 'if', 'true', 'avoid'), branch(18, 'if', 'true')], [target]],
    ],
    ['a loop that ends on a do', [[branch(20, 'do', 'true')], [branch(20, 'do', 'false')], [second]]],
  ])('is confirmed: %s', async (_name, segments) => {
    expect(await validate(violation(...segments))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Witness: confirmed/),
    });
  });
});

describe('a violation sequence that no run follows', () => {
  it.each<[string, readonly (readonly Point[])[]]>([
    ['a target that is not reached so', [[branch(18, 'if', 'true')], [second]]],
    ['a moved target', [[{ type: 'target', place: 'line: 16' }]]],
    ['a branch that the target contradicts', [[branch(18, 'if', 'false')], [target]]],
    [
      'a branch that the first visit does not take',
      [[branch(9, 'switch', '3')], [branch(14, 'while', 'false')], [target]],
    ],
    ['a constraint that is false', [[assumed(14, 'while', 'n > 9')], [target]]],
    ['another order', [[branch(14, 'while', 'true')], [branch(9, 'switch', '3')], [target]]],
    ['a value that leads elsewhere', [[branch(9, 'switch', '1')], [target]]],
    ['a default that is a label', [[branch(9, 'switch', 'default')], [target]]],
    ['a call that is to be avoided', [[{ type: 'function_enter', action: 'avoid', place: at(18, ') == 4') }, target]]],
    ['a return that is to be avoided', [[returned(18, ') == 4', '== 4', 'avoid'), target]]],
    ['one visit for two waypoints', [[branch(18, 'if', 'true')], [branch(18, 'if', 'true')], [target]]],
  ])('is refuted: %s', async (_name, segments) => {
    expect(await validate(violation(...segments))).toMatchObject({
      code: 10,
      stdout: expect.stringMatching(/^Witness: refuted/),
    });
  });
});

describe('a waypoint that is not understood', () => {
  it.each<[string, readonly (readonly Point[])[], RegExp]>([
    [
      'a constraint with a quantifier',
      [[assumed(14, 'while', '\\forall int i; i > 0')], [target]],
      /waypoint 1 \(assumption at walk.c:14:3\).*\\forall/,
    ],
    ['a name that is not in scope', [[assumed(7, 'if', 'z == 0')], [target]], /waypoint 1 .*z/],
    ['a place without a call', [[returned(7, 'n <', '== 0')], [target]], /waypoint 1 .*no call ends there/],
    ['a branch of no such kind', [[branch(7, 'if', 'maybe')], [target]], /waypoint 1 .*maybe/],
    ['a cycle', [[branch(14, 'while', 'true', 'cycle')], [target]], /waypoint 1 .*cycles/],
  ])('leaves it open, by name: %s', async (_name, segments, reason) => {
    expect(await validate(violation(...segments))).toMatchObject({ code: 5, stdout: expect.stringMatching(reason) });
  });
});

describe('a text that is no witness', () => {
  it.each<[string, string, RegExp]>([
    ['an empty content', violation().replace('content:\n', 'content: []\n'), /:5:.*must NOT have fewer than 1 items/],
    ['a target before the end', violation([target], [branch(7, 'if', 'true')]), /:7:.*a target is followed at the end/],
    [
      'a segment without a waypoint to follow',
      violation([branch(7, 'if', 'true', 'avoid')], [target]),
      /:7:.*a segment has waypoints to avoid/,
    ],
    ['an action without a meaning', violation([branch(7, 'if', 'true', 'jump')], [target]), /:7:.*action/],
  ])('is refused with its line: %s', async (_name, text, message) => {
    const ended = await lemmata(['validate', '--witness', fileOf(text), program]);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });
});
