import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliPage } from '../../scripts/cli-page.ts';
import { allCommands, type DeclaredCommand, declaredCommand } from '../../src/apps/cli/completion/declared.ts';
import { optionOfWorker } from '../../src/apps/cli/own-options.ts';
import { buildProgram } from '../../src/apps/cli/program.ts';
import { ENGINE_NAMES } from '../../src/race/schedule/engine-names.ts';
import { type Block, blocksOf, pages, proseOf } from '../documents.ts';
import { scratchFolder } from '../scratch.ts';
import { CLI } from './lemmata.ts';

const folder = scratchFolder('documented');
const commands = allCommands(declaredCommand(buildProgram()));

/** Languages of blocks that may hold commands of a shell. */
const SHELL_LANGUAGES = ['', 'bash', 'sh', 'console'];
const NOT_RUN = /^not run: \w/;
/** Options of verify whose files are read. */
const READING = [
  '--include',
  '--system-include',
  '--include-file',
  '--compile-commands',
  '--portfolio',
  '--hints',
  '--token-file',
];
/** Limit of one command, in ms; a loaded machine is slow. */
const LIMIT_MS = 180_000;
/** Options in the form of compilers, and the declared ones that they stand for. */
const COMPILER_FORMS: readonly (readonly [RegExp, string])[] = [
  [/^-include$/, '--include-file'],
  [/^-isystem$/, '--system-include'],
  [/^-std=.*/, '--std'],
  [/^-([IDU]).+/, '-$1'],
];

/** Starts of lines that are the same in every run: verdicts, places of errors, assumptions. */
const STABLE: readonly RegExp[] = [
  /^Verification result: (?:UNKNOWN \(time limit|[^,]*)/,
  /^Witness: \w+/,
  /^Checks: \d+ violated, 0 open, \d+ proved/,
  /^\S+\.txt:\d+:\d+: hint proved: .*/,
  /^pump\.c:\d+:\d+: violated: .*/,
  /^(?:An assertion fails|\w+\(\) is called) at [^,]*/,
  /^(?:Proved by|Holds|Assumed:) [\w ]+/,
  /^lemmata: error: [^,]*/,
  /^ {12}(?:block \d|state |\d+ edges).*/,
  /^image \d: .*/,
  /^; (?:step of|error in|initial states).*/,
  /^(?:\(assert | {2}\(=> ).*/,
  /^ {2}(?:initiation|consecution|base|safety) +\d+ {2}[a-z, ]*[a-z](?= +\d)/,
  /^ {2}[a-z]+ (?:[=<>]=) .*/,
];

/** Makes the folder in which the commands of a page run, with its files and a command named lemmata. */
function placeOf(page: string, blocks: readonly Block[]): string {
  const place = join(folder, basename(page, '.md'));
  mkdirSync(join(place, '.bin'), { recursive: true });
  symlinkSync(resolve('examples'), join(place, 'examples'));
  const command = join(place, '.bin', 'lemmata');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  chmodSync(command, 0o755);
  for (const { comment, text } of blocks) {
    const name = /^file: (\S+)$/.exec(comment)?.[1];
    if (name === undefined) continue;
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  return place;
}

/** The commands of a console block, each with the output that the page shows. */
function shownRuns({ text }: Block): readonly { readonly command: string; readonly output: string }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((run) => ({ command: run.split('\n')[0], output: run.slice(run.indexOf('\n') + 1) }));
}

/** The stable starts of an output's lines. */
function stableLines(output: string): readonly string[] {
  return output.split('\n').flatMap((line) => {
    return STABLE.find((pattern) => pattern.test(line))?.exec(line) ?? [];
  });
}

/** Words of the commands `lemmata ...` in a text: up to the end of the line, a comment, or the next command. */
function commandsIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/\blemmata ((?:[a-z]+\b)[^\n`|;)&]*)/g)].flatMap(([, rest]) => {
    const words = rest.replace(/\s#.*/, '').trim().split(/\s+/);
    return commands.some(({ words: [first] }) => first === words[0]) ? [words] : [];
  });
}

function commandNamed(words: readonly string[]): DeclaredCommand {
  const longest = [...commands]
    .reverse()
    .find((one) => one.words.every((word, i) => word === words[i]) && one.words.length > 0);
  if (longest === undefined) throw new Error(`no command: ${words.join(' ')}`);
  return longest;
}

/** Options of a command line that are not declared. Words after `--` are options of verify for compete. */
function unknownOptions(words: readonly string[]): readonly string[] {
  const dashes = words.indexOf('--');
  const own = dashes < 0 ? words : words.slice(0, dashes);
  const behind = dashes < 0 || words[0] !== 'compete' ? [] : unknownOptions(['verify', ...words.slice(dashes + 1)]);
  const { options } = commandNamed(own);
  const unknown = own.filter((word) => {
    if (!/^-{1,2}[A-Za-z]/.test(word)) return false;
    const form = COMPILER_FORMS.find(([pattern]) => pattern.test(word));
    const name = form === undefined ? word.replace(/[=,].*/, '') : word.replace(...form);
    return !options.some(({ short, long }) => short === name || long === name);
  });
  return [...unknown, ...behind];
}

describe.each(pages())('%s', (page) => {
  const blocks = blocksOf(page);

  it('shows commands that have the options they use', () => {
    const shown = [
      proseOf(page),
      ...blocks.filter(({ language }) => SHELL_LANGUAGES.includes(language)).map(({ text }) => text),
    ];
    for (const words of shown.flatMap(commandsIn))
      expect([words.join(' '), unknownOptions(words)]).toEqual([words.join(' '), []]);
  });

  it('marks commands of lemmata that are not run', () => {
    const unmarked = blocks.filter(
      ({ language, text, comment }) =>
        SHELL_LANGUAGES.includes(language) &&
        language !== 'console' &&
        /^\s*(\w+=\S+ )*lemmata /m.test(text) &&
        !NOT_RUN.test(comment),
    );
    expect(unmarked.map(({ line }) => `${page}:${line}`)).toEqual([]);
  });

  const runs = blocks.filter(({ language, comment }) => language === 'console' && !NOT_RUN.test(comment));
  it.runIf(runs.length > 0)(
    'shows what its commands print',
    () => {
      const place = placeOf(page, blocks);
      for (const block of runs) {
        expect(shownRuns(block).length).toBeGreaterThan(0);
        for (const { command, output } of shownRuns(block)) {
          const { stdout, stderr, error } = spawnSync('bash', ['-c', command], {
            cwd: place,
            encoding: 'utf8',
            env: { ...process.env, PATH: `${join(place, '.bin')}${delimiter}${process.env.PATH}`, NO_COLOR: '1' },
            timeout: LIMIT_MS,
          });
          const printed = `${stdout}${stderr}`;
          expect(error, command).toBeUndefined();
          expect({ command, lines: stableLines(printed) }).toEqual({
            command,
            lines: expect.arrayContaining([...stableLines(output)]),
          });
          const isError = (line: string): boolean => line.startsWith('lemmata: error');
          expect(stableLines(printed).filter(isError)).toEqual(stableLines(output).filter(isError));
        }
      }
    },
    30 * LIMIT_MS,
  );
});

it('an option of verify that names a file reads it, or may not be set by jobs of a queue and agents', () => {
  const { options } = commandNamed(['verify']);
  const named = options.filter(({ value }) => /file|folder|dir|:\/\//i.test(value ?? '')).map(({ long }) => long);
  expect(named.filter((long) => optionOfWorker([long]) === null && !READING.includes(long))).toEqual([]);
});

it('the page of the command line has the commands and options of --help (scripts/cli-page.ts --write)', () => {
  expect(readFileSync('docs/cli.md', 'utf8')).toBe(cliPage());
});

it.each(['README.md', 'docs/engines.md'])('%s has a row for each engine', (page) => {
  const cells = new Set([...readFileSync(page, 'utf8').matchAll(/\| `(\w+)` (?=\|)/g)].map(([, name]) => name));
  expect(ENGINE_NAMES.filter((engine) => !cells.has(engine))).toEqual([]);
});
