import {
  allCommands,
  type DeclaredCommand,
  type DeclaredOption,
  type DeclaredParameter,
  type Values,
} from './declared.ts';

/** Makes the completion script for zsh: one function for each command, which calls `_arguments`. */
export function zshCompletion(program: DeclaredCommand): string {
  return `#compdef lemmata
# Completion of lemmata for zsh. In ~/.zshrc, after compinit: eval "$(lemmata completion zsh)"
_lemmata_words_or_files() {
  _alternative "words:word:($*)" 'files:file:_files'
}
${allCommands(program).map(commandFunction).join('\n')}
if [[ "\${funcstack[1]}" == _lemmata ]]; then _lemmata "$@"; else compdef _lemmata lemmata; fi
`;
}

function commandFunction(command: DeclaredCommand): string {
  const specifications = command.options.flatMap(optionSpecifications);
  if (command.commands.length === 0) {
    const words = [...specifications, ...command.parameters.map(parameterSpecification)];
    return `${functionName(command.words)}() {\n  _arguments -s \\\n    ${words.join(' \\\n    ')}\n}`;
  }
  const described = command.commands.map(
    ({ words, description }) => `      ${quoted(`${words.at(-1)}:${escaped(description)}`)}`,
  );
  const calls = command.commands.map(({ words }) => `        ${words.at(-1)}) ${functionName(words)} ;;`);
  return `${functionName(command.words)}() {
  local state line
  local -a commands
  _arguments -C \\
    ${[...specifications, "'1: :->command'", "'*:: :->words'"].join(' \\\n    ')}
  case $state in
    command)
      commands=(
${described.join('\n')}
      )
      _describe -t commands command commands
      ;;
    words)
      # The words after -- are options of verify for compete, and files elsewhere.
      local dashes=\${words[(I)--]}
      if (( dashes > 0 && dashes < CURRENT )); then
        if [[ $words[1] == compete ]]; then
          words=(verify "\${(@)words[dashes+1,-1]}")
          (( CURRENT -= dashes - 1 ))
          _lemmata_verify
        else
          _files
        fi
        return
      fi
      case $words[1] in
${calls.join('\n')}
      esac
      ;;
  esac
}`;
}

function functionName(words: readonly string[]): string {
  return ['_lemmata', ...words].join('_');
}

/** One specification for each name; all have the value's action. */
function optionSpecifications(option: DeclaredOption): readonly string[] {
  const { short, long, value, description, values, repeated } = option;
  const ends = long === '--help' || long === '--version';
  const names = short === null ? [long] : [short, long];
  // An option excludes its other name, unless it may be repeated; -h excludes everything.
  const before = ends ? '(- *)' : repeated ? '*' : names.length > 1 ? `(${names.join(' ')})` : '';
  const after = value === null ? '' : `:${escaped(value)}:${action(values)}`;
  const assigned = (name: string): string => (value === null ? name : name.startsWith('--') ? `${name}=` : `${name}+`);
  return names.map((name) => quoted(`${before}${assigned(name)}[${escaped(description)}]${after}`));
}

function parameterSpecification({ name, repeated, values }: DeclaredParameter): string {
  return quoted(`${repeated ? '*' : ''}:${escaped(name)}:${action(values)}`);
}

function action({ words, separated, paths }: Values): string {
  if (separated) return `_sequence compadd - ${words.join(' ')}`;
  if (words.length > 0 && paths !== 'none') return ` _lemmata_words_or_files ${words.join(' ')}`;
  if (words.length > 0) return `(${words.join(' ')})`;
  return paths === 'none' ? ' ' : paths === 'files' ? '_files' : '_files -/';
}

/** Escapes what `_arguments` reads as its own. */
function escaped(text: string): string {
  return text.replace(/[\\:[\]]/g, '\\$&');
}

/** Quotes for the shell; a single quote ends the quotation, and begins it again. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
