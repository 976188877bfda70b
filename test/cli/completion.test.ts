import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manPage } from '../../scripts/man-page.ts';
import { allCommands, declaredCommand } from '../../src/apps/cli/completion/declared.ts';
import { SHELLS } from '../../src/apps/cli/completion/shells.ts';
import { completionScript } from '../../src/apps/cli/completion-command.ts';
import { buildProgram } from '../../src/apps/cli/program.ts';
import { ENGINE_NAMES } from '../../src/race/schedule/engine-names.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('completion');
const commands = allCommands(declaredCommand(buildProgram()));
const scripts = new Map(
  SHELLS.map((shell) => {
    const path = join(folder, `lemmata.${shell}`);
    writeFileSync(path, completionScript(buildProgram(), shell));
    return [shell, path];
  }),
);

/** Whether a shell is installed; a shell that is absent is reported, and its tests are skipped. */
function installed(shell: string): boolean {
  const found = spawnSync(shell, ['-c', 'true']).status === 0;
  if (!found) console.log(`${shell} is not installed: its tests are skipped`);
  return found;
}

/** Asks bash what it offers for the last of these words. */
function bashOffers(...words: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync(
    'bash',
    [
      '--norc',
      '-c',
      `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lemmata; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ].concat(scripts.get('bash') ?? '', words),
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

/** Asks fish what it offers at the end of a line, without descriptions. */
function fishOffers(line: string): readonly string[] {
  const asked = `source ${scripts.get('fish')}; complete -C '${line}'`;
  const { stdout } = spawnSync('fish', ['--no-config', '-c', asked], { encoding: 'utf8', cwd: folder });
  return stdout.split('\n').flatMap((offered) => (offered === '' ? [] : [offered.split('\t')[0]]));
}

describe('lemmata completion', () => {
  it('prints the script of a shell, and refuses other shells', async () => {
    const { code, stdout } = await lemmata(['completion', 'bash']);
    expect([code, stdout]).toEqual([0, readFileSync(scripts.get('bash') ?? '', 'utf8')]);
    expect((await lemmata(['completion', 'tcsh'])).code).toBe(1);
  });

  it.each(SHELLS)('a script is accepted by %s', (shell) => {
    if (!installed(shell)) return;
    const { status, stderr } = spawnSync(shell, ['-n', scripts.get(shell) ?? ''], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('bash offers the options of each command', () => {
    for (const { words, options } of commands)
      expect(bashOffers('lemmata', ...words, '--')).toEqual(options.map(({ long }) => long));
  });

  it('bash offers commands, values, and engines after a comma', () => {
    expect(bashOffers('lemmata', 'com')).toEqual(['compete', 'compare', 'completion']);
    expect(bashOffers('lemmata', 'cluster', 'd')).toEqual(['drain']);
    expect(bashOffers('lemmata', 'verify', '--data-model', '')).toEqual(['ILP32', 'LP64']);
    expect(bashOffers('lemmata', 'verify', '--data-model', '=')).toEqual(['ILP32', 'LP64']);
    const offered = ENGINE_NAMES.filter((name) => name.startsWith('p')).map((name) => `kind,${name}`);
    expect(offered).toContain('kind,poly');
    expect(bashOffers('lemmata', 'verify', '--engines', 'kind,p')).toEqual(offered);
    expect(bashOffers('lemmata', 'verify', 'run', '--wit')).toEqual(['--witness']);
    expect(bashOffers('lemmata', 'compete', 'a.yml', '--', '--portf')).toEqual(['--portfolio']);
    expect(bashOffers('lemmata', 'verify', '--timeout', '')).toEqual([]);
  });

  it('fish offers commands, options, values and files', () => {
    if (!installed('fish')) return;
    writeFileSync(join(folder, 'program.c'), '');
    expect(fishOffers('lemmata com')).toEqual(expect.arrayContaining(['compete', 'compare', 'completion']));
    for (const { words, options } of commands)
      expect(fishOffers(`lemmata ${words.join(' ')} --`)).toEqual(
        expect.arrayContaining(options.map(({ long }) => long)),
      );
    expect(fishOffers('lemmata verify --data-model ')).toEqual(['ILP32', 'LP64']);
    expect(fishOffers('lemmata verify --engines kind,p')).toEqual(
      expect.arrayContaining(['kind,poly', 'kind,predabs']),
    );
    expect(fishOffers('lemmata verify prog')).toEqual(['program.c']);
  });
});

it('the man page has the commands and options of --help (scripts/man-page.ts --write)', () => {
  expect(readFileSync('man/lemmata.1', 'utf8')).toBe(manPage());
  for (const { options } of commands)
    for (const { long } of options) if (long !== '--version') expect(manPage()).toContain(long.replaceAll('-', '\\-'));
});
