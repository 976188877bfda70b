import { allCommands, type DeclaredCommand, type DeclaredOption, type Values } from './declared.ts';

/** Makes the completion script for fish 3.1 or newer. */
export function fishCompletion(program: DeclaredCommand): string {
  const commands = allCommands(program);
  const steps = commands.flatMap(({ words }) =>
    words.length === 0 ? [] : [quoted(`${words.slice(0, -1).join(' ')} ${words.at(-1)}`)],
  );
  return `# Completion of lemmata for fish. In ~/.config/fish/config.fish: lemmata completion fish | source
function __lemmata_at --description 'Whether the words so far name this command'
    set -l command ''
    for word in (commandline -opc)[2..-1]
        switch "$command $word"
            case ${steps.join(' ')}
                set command (string trim "$command $word")
        end
    end
    test "$command" = "$argv"
end
complete -c lemmata -f
${commands.flatMap(completions).join('\n')}
`;
}

function completions(command: DeclaredCommand): readonly string[] {
  const condition = `complete -c lemmata -n ${quoted(`__lemmata_at ${command.words.join(' ')}`.trim())}`;
  const parameters = command.commands.length > 0 ? [] : command.parameters.slice(0, 1);
  return [
    ...command.commands.map(({ words, description }) => `${condition} -f -a ${words.at(-1)} -d ${quoted(description)}`),
    ...parameters.flatMap(({ values }) => positional(values).map((words) => `${condition} ${words}`)),
    ...command.options.map((option) => `${condition} ${optionWords(option)}`),
  ];
}

function positional({ words, paths }: Values): readonly string[] {
  if (words.length > 0) return [`-f -a ${quoted(words.join(' '))}`];
  return paths === 'none' ? [] : ['-F'];
}

function optionWords({ short, long, value, description, values }: DeclaredOption): string {
  const names = [...(short === null ? [] : [`-s ${short.slice(1)}`]), `-l ${long.slice(2)}`];
  return [...names, ...(value === null ? [] : [valueWords(values)]), `-d ${quoted(description)}`].join(' ');
}

/** `-x`: a value without files; `-r -F`: a value that may be a file. */
function valueWords({ words, separated, paths }: Values): string {
  const offered = words.join(' ');
  if (separated) return `-x -a ${quoted(`(__fish_append , ${offered})`)}`;
  if (paths === 'folders') return `-x -a ${quoted('(__fish_complete_directories)')}`;
  return `${paths === 'files' ? '-r -F' : '-x'}${words.length > 0 ? ` -a ${quoted(offered)}` : ''}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
