import { writeFileSync } from 'node:fs';
import { allCommands, type DeclaredCommand, declaredCommand } from '../src/apps/cli/completion/declared.ts';
import { buildProgram } from '../src/apps/cli/program.ts';

/**
 * Writes docs/cli.md from the declarations of the command line: `node scripts/run.mjs scripts/cli-page.ts
 * --write`. A test compares the page with the declarations.
 */
const FILE = 'docs/cli.md';

/** Makes the text of the page. */
export function cliPage(): string {
  const commands = allCommands(declaredCommand(buildProgram())).filter(
    ({ words, commands: below }) => words.length > 0 && words.at(-1) !== 'help' && below.length === 0,
  );
  return `# The command line

Each section has what \`lemmata COMMAND --help\` shows; \`man lemmata\` has the same. \`scripts/cli-page.ts\` writes the page from the declarations of the options.
[Options of verify in detail](verify.md) and [other commands](tools.md) explain what one line cannot.

${commands.map(({ words, description }) => `- [\`lemmata ${words.join(' ')}\`](#lemmata-${words.join('-')}): ${description}`).join('\n')}

${commands.map(section).join('\n\n')}
`;
}

function section({ words, description, usage, parameters, options, after }: DeclaredCommand): string {
  const rows = [
    ...parameters.map(({ name, description: text }) => [name, text] as const),
    ...options.map(({ short, long, value, description: text }) => {
      const names = short === null ? long : `${short}, ${long}`;
      return [value === null ? names : `${names} <${value}>`, text] as const;
    }),
  ];
  return [
    `## lemmata ${words.join(' ')}`,
    `${description[0].toUpperCase()}${description.slice(1)}.`,
    `\`${usage}\``,
    [
      '| argument or option | meaning |',
      '|---|---|',
      ...rows.map(([name, text]) => `| \`${cell(name)}\` | ${cell(text).replaceAll('*', '\\*')} |`),
    ].join('\n'),
    ...(after === '' ? [] : afterText(after)),
  ].join('\n\n');
}

/** Shows examples as a block that tests do not run, and the sentences beside them as text. */
function afterText(after: string): readonly string[] {
  return after.split('\n\n').map((paragraph) => {
    const examples = /^Examples?:\n((?: {2}.*(?:\n|$))+)/.exec(paragraph)?.[1];
    if (examples === undefined) return paragraph.replaceAll('\n', ' ');
    return `<!-- not run: the files are the reader's -->\n\`\`\`\n${examples.replace(/^ {2}/gm, '').trimEnd()}\n\`\`\``;
  });
}

/** Escapes what a cell of a table would end at. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

if (process.argv.includes('--write')) writeFileSync(FILE, cliPage());
