import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatherTasks } from '../../../../src/apps/compete/input/gather.ts';
import type { CompetitionTask } from '../../../../src/apps/compete/task.ts';
import { put, putTask } from '../../../compete/tasks.ts';
import { scratchFolder } from '../../../scratch.ts';

const folder = scratchFolder('compete-benchmark');
putTask(folder, 'loops', 'odd', true);
putTask(folder, 'loops', 'pick', false);
putTask(folder, 'loops', 'assembly', true);
putTask(folder, 'more', 'odd', true, 'other');
put(folder, 'more/part.c', 'int f(void) { return 1; }\n');
put(folder, 'more/main.c', 'int f(void); int main(void) { return f(); }\n');
put(folder, 'lists/some.set', '# of loops\n../loops/o*.yml\n');
put(folder, 'lists/without.set', '../loops/assembly.yml\n');

interface Read {
  readonly tasks: readonly CompetitionTask[];
  readonly problems: readonly string[];
  readonly limits: object;
}

/** What the content of a `<benchmark tool="lemmata">` element gives. */
function read(content: string, attributes = 'tool="lemmata"'): Read {
  const file = put(
    folder,
    'bench.xml',
    `<?xml version="1.0"?>\n<!DOCTYPE benchmark PUBLIC "-//x" "http://example.org/x.dtd">\n<benchmark ${attributes}>${content}</benchmark>\n`,
  );
  const { tasks, problems, limits } = gatherTasks([file], { kind: 'all' });
  return { tasks, problems: problems.map(({ message, at }) => `${at?.line}: ${message}`), limits };
}
const ids = ({ tasks }: Read): readonly string[] => tasks.map(({ id }) => id);
const PROPERTY = '<propertyfile>properties/unreach-call.prp</propertyfile>';

describe('a benchmark definition', () => {
  it('gives its tasks, each with the options and the property around it', () => {
    const given = read(`
      <option name="--seed">3</option>
      <rundefinition name="first"><option name="--no-exchange"/>
        <tasks name="All"><include>loops/*.yml</include><exclude>loops/a*.yml</exclude>${PROPERTY}<option name="--engines">bmc,kind</option></tasks>
      </rundefinition>
      <rundefinition name="second"/>
      <tasks name="Listed"><includesfile>lists/*.set</includesfile><excludesfile>lists/without.set</excludesfile>${PROPERTY}</tasks>`);
    expect(given.problems).toEqual([]);
    expect(given.tasks.map(({ id, sets, options }) => [id, sets, options.join(' ')])).toEqual([
      ['first@loops/odd.yml#unreach-call', ['Listed', 'All'], '--seed 3 --no-exchange'],
      ['first@loops/pick.yml#unreach-call', ['All'], '--seed 3 --no-exchange --engines bmc,kind'],
      ['second@loops/odd.yml#unreach-call', ['Listed'], '--seed 3'],
    ]);
  });

  it('takes the innermost property file, and of it one expected verdict', () => {
    put(folder, 'properties/other.prp', 'CHECK( init(main()), LTL(G ! call(stop())) )\n');
    const outer = '<propertyfile>properties/other.prp</propertyfile>';
    const tasks = (tag: string): string =>
      `${outer}<rundefinition/><tasks><include>loops/*.yml</include>${tag}</tasks>`;
    expect(ids(read(tasks('')))).toEqual([]);
    expect(ids(read(tasks(PROPERTY)))).toHaveLength(3);
    const falseOnly = `<propertyfile expectedverdict="false">\${benchmark_path}/properties/unreach-call.prp</propertyfile>`;
    expect(ids(read(tasks(falseOnly)))).toEqual(['loops/pick.yml#unreach-call']);
    expect(read(tasks('<propertyfile>gone.prp</propertyfile>')).problems).toContain(
      '1: there is no property file gone.prp',
    );
  });

  it('makes tasks of programs with files appended to them, and of names alone', () => {
    const given = read(`<rundefinition><tasks>
      <include>more/main.c</include><append>\${inputfile_path}/part.c</append><withoutfile>more/part.c</withoutfile>
      <requiredfiles>lists/*.set</requiredfiles>${PROPERTY}</tasks></rundefinition>`);
    expect(
      given.tasks.map(({ files, required, property }) => [files.length, required.length, property?.expected]),
    ).toEqual([
      [2, 2, null],
      [1, 2, null],
    ]);
    expect(given.tasks[0].files).toEqual([join(folder, 'more/main.c'), join(folder, 'more/part.c')]);
  });

  it('gives its limits in seconds and bytes', () => {
    const attributes =
      'tool="tools.lemmata" timelimit="15 min" hardtimelimit="16min" walltimelimit="1 h" memlimit="15 GB" cpuCores="4" threads="2"';
    const { limits } = read('<rundefinition/>', attributes);
    expect(limits).toEqual({ cpuSeconds: 900, wallSeconds: 3600, memoryBytes: 15e9, cores: 4, parallel: 2 });
  });

  it.each<[string, string, string, RegExp]>([
    ['for another tool', '<rundefinition/>', 'tool="cbmc"', /it is for the tool cbmc/],
    ['without runs', '', 'tool="lemmata"', /no rundefinition/],
    [
      'with two runs of one name',
      '<rundefinition name="a"/><rundefinition name="a"/>',
      'tool="lemmata"',
      /two run definitions are named "a"/,
    ],
    [
      'with a limit without unit',
      '<rundefinition/>',
      'tool="lemmata" memlimit="15"',
      /memlimit is 15; it must be a positive number with one of the units B/,
    ],
    ['that is cut off', '<rundefinition>', 'tool="lemmata"', /^3: not an XML file: /],
    [
      'that matches nothing',
      '<rundefinition><tasks><include>x/*.yml</include></tasks></rundefinition>',
      'tool="lemmata"',
      /there is no file x/,
    ],
    [
      'with required files that are not there',
      `<rundefinition><requiredfiles>x.h</requiredfiles><tasks><include>loops/odd.yml</include>${PROPERTY}</tasks></rundefinition>`,
      'tool="lemmata"',
      /there is no required file x.h/,
    ],
  ])('%s: one message', (_name, content, attributes, message) => {
    expect(read(content, attributes).problems).toEqual([expect.stringMatching(message)]);
  });

  it('with entities of its own is refused', () => {
    put(folder, 'bomb.xml', '<!DOCTYPE benchmark [\n<!ENTITY a "b">]>\n<benchmark tool="lemmata">&a;</benchmark>');
    const { problems } = gatherTasks([join(folder, 'bomb.xml')], { kind: 'all' });
    expect(problems).toMatchObject([
      { message: 'entities that a file declares itself are not read', at: { line: 2, column: 1 } },
    ]);
  });
});
