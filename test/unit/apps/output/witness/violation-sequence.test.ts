import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Sources } from '../../../../../src/apps/output/witness/sources.ts';
import { violationSequence } from '../../../../../src/apps/output/witness/violation-sequence.ts';
import type { ProgramRun, RecordedInput, RunCycle } from '../../../../../src/certify/replay/recorded-run.ts';
import { scratchFolder } from '../../../../scratch.ts';

const file = join(scratchFolder('witness'), 'a.c');
writeFileSync(
  file,
  `#define IN __VERIFIER_nondet_int()
int x = __VERIFIER_nondet_int ( ), y = f(1);
int z = IN + __VERIFIER_nondet_int();
if (IN) reach_error();
while (1) { whiled(); }
y = g(")");
`,
);
const turning = file.replace('a.c', 'turning.c');
writeFileSync(turning, 'int main(void) {\n  while (left > 0) { stay(); }\n}\n');
const branching = file.replace('a.c', 'branching.c');
writeFileSync(
  branching,
  `int main(void) {
  for (int i = 0; i < 2; i++)
    read();
  if (a) b(); else if (c) d();
  if (e) {
  } else { ; }
  do {
  } while (f);
  switch (g ? 1 : 2) { case 1: h(); }
}
`,
);
const sources = new Sources([file, turning, branching]);
const at = (line: number, column: number) => ({ file, line, column });

const input = (
  line: number,
  column: number,
  name = '__VERIFIER_nondet_int',
  constant: string | null = '7',
): RecordedInput => ({
  kind: 'nondet',
  name,
  at: at(line, column),
  type: 'int',
  value: '7',
  constant,
});
const run = (inputs: readonly RecordedInput[], error: ProgramRun['error']): ProgramRun => ({
  kind: 'program',
  inputs,
  arguments: null,
  environment: [],
  further: { sources: [], series: [] },
  steps: [],
  omitted: null,
  length: 1,
  errorFunction: 'reach_error',
  callStack: [],
  cycle: null,
  error,
  programInputs: [],
});
const places = (inputs: readonly RecordedInput[], error = at(5, 13)): unknown[] =>
  (violationSequence(run(inputs, error), sources) as { segment: { waypoint: { location: unknown } }[] }[]).map(
    ({ segment }) => segment[0].waypoint.location,
  );
const target = { file_name: file, line: 5 };

describe('a violation sequence', () => {
  it('has one segment for each input, at the closing parenthesis, and the target last', () => {
    expect(violationSequence(run([input(2, 9)], at(4, 9)), sources)).toEqual([
      {
        segment: [
          {
            waypoint: {
              type: 'function_return',
              action: 'follow',
              location: { file_name: file, line: 2, column: 33 },
              constraint: { value: '\\result == 7', format: 'ext_c_expression' },
            },
          },
        ],
      },
      {
        segment: [
          { waypoint: { type: 'target', action: 'follow', location: { file_name: file, line: 4, column: 9 } } },
        ],
      },
    ]);
  });

  it('leaves out what a validator would not find in the text', () => {
    expect(places([input(3, 9)])).toEqual([target]); // written by a macro
    expect(places([input(3, 40)])).toEqual([target]); // the column is that behind the macro's text
    expect(places([{ ...input(2, 9), at: { ...at(2, 9), file: 'a.h' } }])).toEqual([target]); // in a header
    expect(places([input(6, 5, 'g')])).toEqual([target]); // its parentheses are not told apart from those of a string
    expect(places([input(2, 9, '__VERIFIER_nondet_int', null)])).toEqual([target]); // without a constant, such as NaN
    expect(places([{ ...input(2, 9), kind: 'uninitialised' }])).toEqual([target]);
  });

  it('finds the closing parenthesis behind arguments', () => {
    expect(places([input(2, 40, 'f')])).toEqual([{ file_name: file, line: 2, column: 43 }, target]);
  });

  it('gives no column of the target where macros have moved it', () => {
    expect(places([], at(4, 31))).toEqual([{ file_name: file, line: 4 }]);
  });

  it('has the branches between the inputs, of statements that readers find', () => {
    const place = (line: number, column: number) => ({ file: branching, line, column });
    const branch = (line: number, column: number, taken: boolean, inputsBefore: number) => ({
      at: place(line, column),
      taken,
      inputsBefore,
    });
    const call = (): RecordedInput => ({ ...input(3, 5, 'read'), at: place(3, 5) });
    const taken = {
      ...run([call(), call()], place(4, 10)),
      branches: [
        branch(2, 3, true, 0),
        branch(2, 3, true, 1),
        branch(2, 3, false, 2),
        branch(4, 3, false, 2), // two statements in a line
        branch(4, 20, true, 2),
        branch(5, 3, false, 2), // an `else` without a statement
        branch(7, 3, true, 2),
        branch(9, 11, true, 2),
      ],
    };
    const told = (one: ProgramRun): unknown[] =>
      (
        violationSequence(one, sources) as {
          segment: { waypoint: { type: string; location: { line: number }; constraint?: { value: string } } }[];
        }[]
      ).map(({ segment: [{ waypoint }] }) => [waypoint.type, waypoint.location.line, waypoint.constraint?.value]);
    const value = ['function_return', 3, '\\result == 7'];
    expect(told(taken)).toEqual([
      ['branching', 2, 'true'],
      value,
      ['branching', 2, 'true'],
      value,
      ['branching', 2, 'false'],
      ['target', 4, undefined],
    ]);
    const long = { ...taken, branches: Array.from({ length: 1000 }, () => branch(2, 3, true, 2)) };
    expect(told(long)).toEqual([value, value, ['target', 4, undefined]]);
  });

  const endless = (states: RunCycle['states'], taken: readonly RecordedInput[] = []): unknown => {
    const begin = { file: turning, line: 2, column: 3 };
    const cycle = { inputsBefore: 0, turns: 1, repeats: true, places: [{ ...begin, column: 22 }], states };
    return (violationSequence({ ...run(taken, begin), cycle }, sources) as { segment: { waypoint: object }[] }[]).map(
      ({ segment }) => segment[0].waypoint,
    );
  };
  const assumption = (value: string) => [
    {
      type: 'assumption',
      action: 'cycle',
      location: { file_name: turning, line: 2, column: 22 },
      constraint: { value, format: 'c_expression' },
    },
  ];

  it.each<[string, RunCycle['states'], string]>([
    ['the set that a certificate names', { expression: 'x % 2 == 1' }, 'x % 2 == 1'],
    ['a state', { names: ['left', 'z'], rows: [['1', '2']] }, 'left == 1'],
    ['several states', { names: ['left'], rows: [['1'], ['-2']] }, '((left == 1) || (left == -2))'],
    [
      'variables of few values',
      { names: ['left', 'while'], rows: [1, 2, 3, 4, 5].map((n) => ['7', `${n}`]) },
      'left == 7',
    ],
    ['states of other variables', { names: ['z'], rows: [['2']] }, '1'],
    ['unknown states', null, '1'],
  ])('has a cycle without returned values, and names %s', (_name, states, value) => {
    expect(endless(states, [input(2, 9)])).toEqual(assumption(value));
  });

  it('takes words whole', () => {
    expect([
      sources.hasWord(at(5, 1), 'while'),
      sources.hasWord(at(5, 13), 'while'),
      sources.hasWord(at(9, 1), 'while'),
    ]).toEqual([true, false, false]);
  });
});
