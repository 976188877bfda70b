import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workflowCommands } from '../../../../src/apps/cli/reporters/annotations.ts';

const at = { file: 'src/a,b:c.c', line: 3, column: 7 };

it('one line a finding, whatever its text holds; what is no finding is not told', () => {
  const lines = workflowCommands(
    [
      { level: 'error', text: '100 %\nof x::y, z\r', at },
      { level: 'warning', text: 'open', at: null },
      { level: 'none', text: 'proved', at: null },
    ],
    'Lemmata',
    process.cwd(),
  );
  expect(lines).toEqual([
    '::error file=src/a%2Cb%3Ac.c,line=3,col=7,title=Lemmata::100 %25%0Aof x::y, z%0D',
    '::warning title=Lemmata::open',
  ]);
});

it('files are named from the folder of the repository, if they lie in it', () => {
  const named = (file: string, workspace: string): string =>
    workflowCommands([{ level: 'error', text: 't', at: { ...at, file } }], 'T', workspace)[0].split(',')[0];
  expect(named('a.c', join(process.cwd(), '..'))).toBe(`::error file=${process.cwd().split('/').at(-1)}/a.c`);
  expect(named('/somewhere/a.c', '/somewhere')).toBe('::error file=a.c');
  expect(named('/elsewhere/a.c', '/somewhere')).toBe('::error file=/elsewhere/a.c');
});
