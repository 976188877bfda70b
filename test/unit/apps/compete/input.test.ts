import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filterTasks, type Gathered, gatherTasks } from '../../../../src/apps/compete/input/gather.ts';
import type { PropertyChoice } from '../../../../src/apps/compete/input/selection.ts';
import { formatLocation } from '../../../../src/base/source.ts';
import { put, putTask } from '../../../compete/tasks.ts';
import { scratchFolder } from '../../../scratch.ts';

const folder = scratchFolder('compete-input');
const ANY = { kind: 'all' } as const;
const at = (name: string): string => join(folder, name);
const definition = (name: string, lines: string): string => put(folder, name, `format_version: '2.0'\n${lines}\n`);
const gather = (...inputs: readonly string[]): Gathered => gatherTasks(inputs.map(at), ANY);
const problems = ({ problems: found }: Gathered): readonly string[] =>
  found.map(
    ({ at: place, message }) =>
      `${place === null ? '' : `${formatLocation(place).replace(`${folder}/`, '')}: `}${message}`,
  );

putTask(folder, 'loops', 'odd', true);
putTask(folder, 'loops', 'pick', false);
putTask(folder, 'other', 'odd', true);

describe('task definitions', () => {
  it('become one task for each property that is checked', () => {
    put(folder, 'properties/coverage.prp', 'COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n');
    put(folder, 'many/a.c', 'int f(void) { return 1; }\n');
    put(folder, 'many/b.c', 'int f(void); int main(void) { return f(); }\n');
    const file = definition(
      'many/two.yml',
      `input_files: ['b.c', "[a].c"]
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
    subproperty: part
  - property_file: ../properties/coverage.prp
    expected_verdict: true
  - property_file: ../properties/not-there.prp
options: { language: C, data_model: ILP32 }`,
    );
    const gathered = gather('many/two.yml');
    expect(gathered.tasks).toEqual([
      {
        id: 'many/two.yml#unreach-call',
        name: 'many/two.yml',
        definition: file,
        files: [at('many/b.c'), at('many/a.c')],
        required: [],
        property: {
          name: 'unreach-call',
          file: at('properties/unreach-call.prp'),
          expected: { holds: false, subproperty: 'part' },
        },
        dataModel: 'ILP32',
        sets: ['many'],
        runDefinition: null,
        options: [],
      },
    ]);
    expect(gathered.unchecked).toEqual(
      new Map([
        ['coverage', 1],
        ['not-there', 1],
      ]),
    );
  });

  it.each<[string, string, RegExp]>([
    ['no YAML', 'input_files: [a.c\nproperties: }', /^bad.yml:\d+:\d+: not a YAML file/],
    [
      'no program',
      "properties: [{ property_file: 'x.prp' }]",
      /^bad.yml:1:1: the file must have required property 'input_files'/,
    ],
    [
      'a program that is not there',
      'input_files: nowhere.c',
      /^bad.yml:1:1: it names nowhere.c, and there is no such file/,
    ],
    ['no property', 'input_files: loops/odd.c', /^bad.yml:1:1: it has no property, and no verdict to expect/],
    [
      'a verdict that is none',
      'input_files: loops/odd.c\nproperties:\n  - property_file: properties/unreach-call.prp\n    expected_verdict: maybe',
      /^bad.yml:5:23: properties.0.expected_verdict must be boolean,null/,
    ],
    ['another language', 'input_files: loops/odd.c\noptions: { language: Java }', /language is Java/],
    [
      'a width that is none',
      'input_files: loops/odd.c\noptions:\n  data_model: LP32',
      /^bad.yml:4:15: options.data_model must be equal to one of the/,
    ],
    [
      'a property that is not there',
      'input_files: loops/odd.c\nproperties: [{ property_file: gone.prp, expected_verdict: true }]',
      /none of its properties is one that Lemmata checks: gone \(its file gone.prp is not there\)/,
    ],
  ])('%s: one located message, and the others are tasks', (_name, lines, message) => {
    definition('bad.yml', lines);
    const gathered = gather('bad.yml', 'loops/odd.yml');
    expect(problems(gathered)).toEqual([expect.stringMatching(message)]);
    expect(gathered.tasks.map(({ id }) => id)).toEqual(['loops/odd.yml#unreach-call']);
  });

  it('that are binary rubbish, or of a version to come, are refused', () => {
    put(folder, 'rubbish.yml', '\u0000\u0001\u0002: [');
    put(folder, 'later.yml', "format_version: '3.0'\ninput_files: loops/odd.c\n");
    put(
      folder,
      'laughs.yml',
      `a: &a [${'1,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: &c [${'*b,'.repeat(20)}]\nd: [*c, *c]\n`,
    );
    put(folder, 'alias.yml', 'input_files: *nothing\n');
    const [rubbish, later, laughs, alias] = problems(gather('rubbish.yml', 'later.yml', 'laughs.yml', 'alias.yml'));
    expect(laughs).toMatch(/^laughs.yml:1:1: not a YAML file: Excessive alias count/);
    expect(alias).toMatch(/^alias.yml:1:1: not a YAML file: Unresolved alias/);
    expect(rubbish).toMatch(/^rubbish.yml:1:\d+: not a YAML file/);
    expect(later).toMatch(/^later.yml:1:17: format_version must be equal to one of the allowed values/);
  });

  it('that name what no file can be named, or that never end, are refused', () => {
    definition('nul.yml', 'input_files: "a\\0b.c"');
    definition('long.yml', `input_files: ${'x'.repeat(5000)}.c`);
    symlinkSync('/dev/zero', at('endless.yml'));
    const found = problems(gather('nul.yml', 'long.yml', 'endless.yml'));
    expect(found).toEqual([
      expect.stringMatching(/it names a\0b.c, and there is no such file/),
      expect.stringMatching(/it names x{5000}.c, and there is no such file/),
      expect.stringMatching(/^cannot read .*endless.yml: it is no regular file$/),
    ]);
  });

  it('without a verdict are run, and nothing is expected of them', () => {
    putTask(folder, 'open', 'odd', null);
    expect(gather('open/odd.yml').tasks[0].property?.expected).toBeNull();
  });
});

describe('names', () => {
  it('are as long as it takes to tell tasks apart, and tasks named twice count in all their sets', () => {
    putTask(join(folder, 'deep'), 'loops', 'odd', true);
    put(folder, 'First.set', '# a comment\n\nloops/*.yml\n');
    put(folder, 'Second.set', 'loops/odd.yml\n../nowhere/*.yml\n');
    const gathered = gather('First.set', 'Second.set', 'deep/loops/odd.yml');
    expect(gathered.tasks.map(({ name, sets }) => [name, sets])).toEqual([
      [expect.stringMatching(/\/loops\/odd.yml$/), ['First', 'Second']],
      ['loops/pick.yml', ['First']],
      ['deep/loops/odd.yml', ['loops']],
    ]);
    expect(problems(gathered)).toEqual(['Second.set:2:1: there is no file ../nowhere/*.yml']);
  });

  it('in a set of what is neither definition nor program are problems of their lines', () => {
    put(folder, 'strange.set', `loops\nloops/odd.yml\nodd\0name\n${'y'.repeat(5000)}\n`);
    const gathered = gather('strange.set');
    expect(gathered.tasks.map(({ name }) => name)).toEqual(['loops/odd.yml']);
    expect(problems(gathered)).toEqual([
      expect.stringMatching(/^strange.set:1:1: .*loops is not a task definition \(.yml\) or program/),
      expect.stringMatching(/^strange.set:3:1: there is no file odd/),
      expect.stringMatching(/^strange.set:4:1: there is no file yyy/),
    ]);
  });

  it('a set of ten thousand entries, half of them missing, gives the other half', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `wide/t${index}.yml`);
    put(folder, 'wide/p.c', 'int main(void) { return 0; }\n');
    for (const [index, name] of names.entries()) {
      if (index % 2 === 0)
        definition(name, 'input_files: p.c\nproperties: [{ property_file: ../properties/unreach-call.prp }]');
    }
    put(folder, 'wide.set', names.join('\n'));
    const gathered = gather('wide.set');
    expect([gathered.tasks.length, gathered.problems.length]).toEqual([5000, 5000]);
    expect(problems(gathered)[4999]).toBe('wide.set:10000:1: there is no file wide/t9999.yml');
  }, 120_000);
});

describe('a choice', () => {
  const { tasks } = gather('*/*.yml');

  it('by set, verdict and number', () => {
    const ids = (filter: Parameters<typeof filterTasks>[1]): readonly string[] =>
      filterTasks(tasks, filter).map(({ name }) => name);
    expect(ids({ sets: ['lo*'] })).toEqual(['loops/odd.yml', 'loops/pick.yml']);
    expect(ids({ sets: ['lo?ps'], expected: 'false' })).toEqual(['loops/pick.yml']);
    expect(ids({ sets: ['l.*'] })).toEqual([]);
    expect(ids({ most: 2 })).toEqual([tasks[0].name, tasks[Math.floor(tasks.length / 2)].name]);
  });

  it('by property', () => {
    const choose = (choice: PropertyChoice): Gathered => gatherTasks([at('loops/pick.yml')], choice);
    expect(problems(choose({ kind: 'named', name: 'no-overflow' }))).toEqual([
      'loops/pick.yml:1:1: it has no property no-overflow, only unreach-call',
    ]);
    const other = put(folder, 'mine/unreach-call.prp', 'CHECK( init(main()), LTL(G ! call(stop())) )\n');
    expect(choose({ kind: 'file', file: other }).tasks[0].property).toEqual({
      name: 'unreach-call',
      file: other,
      expected: { holds: false, subproperty: null },
    });
  });

  it('a program is a task of its own, with nothing expected', () => {
    expect(gather('loops/odd.c').tasks).toMatchObject([
      { id: 'loops/odd.c', property: null, dataModel: null, sets: ['loops'] },
    ]);
  });
});
