import { writeFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };
import { allCommands, type DeclaredCommand, declaredCommand } from '../src/apps/cli/completion/declared.ts';
import { buildProgram } from '../src/apps/cli/program.ts';

/**
 * Writes man/lemmata.1 from the declarations of the command line: `node scripts/run.mjs scripts/man-page.ts
 * --write`. A test compares the page with the declarations. The macros are those of man(7).
 */
const FILE = 'man/lemmata.1';

/** Makes the text of the page. */
export function manPage(): string {
  const program = declaredCommand(buildProgram());
  const commands = allCommands(program).filter(({ words }) => words.length > 0 && words.at(-1) !== 'help');
  const variables = new Map(
    commands.flatMap(({ options }) =>
      options.flatMap(({ variable, long, value }) =>
        variable === null ? [] : [[variable, `${long} <${value}>`] as const],
      ),
    ),
  );
  return `${[
    `.TH LEMMATA 1 "" "lemmata ${packageJson.version}" "User Commands"`,
    '.SH NAME',
    `lemmata \\- ${escaped(lowered(program.description))}`,
    '.SH SYNOPSIS',
    ...commands.filter(({ commands: below }) => below.length === 0).flatMap(synopsis),
    '.SH DESCRIPTION',
    escaped(DESCRIPTION),
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH ENVIRONMENT',
    ...[...ENVIRONMENT, ...[...variables].map(([name, option]) => [name, `The value of ${option}.`] as const)].flatMap(
      ([name, text]) => ['.TP', `.B ${escaped(name)}`, escaped(text)],
    ),
    '.SH EXIT STATUS',
    ...EXIT_STATUS.flatMap(([code, text]) => ['.TP', `.B ${code}`, escaped(text)]),
    '.SH SEE ALSO',
    '.BR gcc (1),',
    '.BR bash (1)',
  ].join('\n')}\n`;
}

const DESCRIPTION =
  'Lemmata compiles a C program into a transition system and races model-checking engines on it. The first certified verdict wins. ' +
  'TRUE: no run violates the property. FALSE: a run does, and an interpreter has replayed it. UNKNOWN: neither is known, and the reason is named.';

const ENVIRONMENT = [
  ['CC', 'The compiler whose preprocessor reads C files. Default: cc.'],
  ['LEMMATA_TOKEN', 'The token of lemmata serve, and of lemmata verify --stream.'],
  [
    'LEMMATA_QUEUE_SILENCE',
    'Seconds after which the task of a silent worker is run by another one. At least 10, default 30.',
  ],
  ['NO_COLOR, FORCE_COLOR', 'No colours; colours although the output is not a terminal.'],
] as const;

const EXIT_STATUS = [
  ['0', 'The verdict is TRUE, or the command succeeded.'],
  ['10', 'The verdict is FALSE; for compete and compare: an answer is wrong, or something got worse.'],
  ['5', 'The verdict is UNKNOWN.'],
  ['1', 'The command line is wrong.'],
  ['2', 'The program, property or model cannot be read.'],
  ['6', 'Internal error.'],
  ['130, 143', 'Interrupted by SIGINT, by SIGTERM.'],
] as const;

function synopsis({ usage, words }: DeclaredCommand): readonly string[] {
  const behind = usage.slice(`lemmata ${words.join(' ')}`.length);
  return [`.B ${escaped(`lemmata ${words.join(' ')}`)}`, escaped(behind.trim()), '.br'];
}

function section({ words, description, parameters, options, after }: DeclaredCommand): readonly string[] {
  return [
    `.SS ${escaped(`lemmata ${words.join(' ')}`)}`,
    escaped(`${description[0].toUpperCase()}${description.slice(1)}.`),
    ...parameters.flatMap(({ name, description: text }) =>
      text === '' ? [] : ['.TP', `.I ${escaped(name)}`, escaped(text)],
    ),
    ...options.flatMap(({ short, long, value, description: text }) => [
      '.TP',
      `${short === null ? '' : `\\fB${escaped(short)}\\fR, `}\\fB${escaped(long)}\\fR${value === null ? '' : ` \\fI${escaped(value)}\\fR`}`,
      escaped(text),
    ]),
    ...(after === '' ? [] : ['.PP', '.nf', ...after.split('\n').map(escaped), '.fi']),
  ];
}

function lowered(text: string): string {
  return `${text[0].toLowerCase()}${text.slice(1)}`;
}

/**
 * Escapes what roff reads as its own: backslashes, hyphens of options, and dots or quotes that
 * begin a line.
 */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
}

if (process.argv.includes('--write')) writeFileSync(FILE, manPage());
