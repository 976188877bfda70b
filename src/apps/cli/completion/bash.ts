import { allCommands, type DeclaredCommand, type DeclaredOption, type Values } from './declared.ts';

/**
 * Makes the completion script for bash 3.2 or newer. An empty answer makes bash offer files (`-o
 * default`); bash 4 and newer can switch that off, or offer folders alone.
 */
export function bashCompletion(program: DeclaredCommand): string {
  const commands = allCommands(program);
  const steps = commands.filter(({ words }) => words.length > 0).map(({ words }) => quoted(step(words)));
  const patterns = new Map<string, string[]>();
  for (const { words, options } of commands)
    for (const option of options.filter(({ value }) => value !== null)) {
      const known = patterns.get(offer(option.values)) ?? [];
      known.push(...names(option).map((name) => quoted([...words, name].join(' '))));
      patterns.set(offer(option.values), known);
    }
  const optionCases = [...patterns].map(([action, each]) => `    ${each.join('|')}) ${action}; return ;;`);
  const wordCases = commands.map((command) => {
    const key = quoted(command.words.join(' '));
    const options = command.options.flatMap(names).join(' ');
    return `    ${key}) options='${options}'; [[ $word == -* ]] || ${others(command)} ;;`;
  });
  return `# Completion of lemmata for bash. In ~/.bashrc: eval "$(lemmata completion bash)"
_lemmata() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= options= behind= i
  COMPREPLY=()
  # bash splits --option=value into three words.
  if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} == -- ]]; then behind=1; break; fi
    case "$command \${COMP_WORDS[i]}" in
      ${steps.join('|')}) command="\${command:+$command }\${COMP_WORDS[i]}" ;;
    esac
  done
  # The words after -- are options of verify for compete, and files elsewhere.
  if [[ -n $behind && $command == compete ]]; then command=verify; elif [[ -n $behind ]]; then return; fi
  case "$command $before" in
${optionCases.join('\n')}
  esac
  case "$command" in
${wordCases.join('\n')}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word")); fi
}
_lemmata_words() {
  local prefix=
  if [[ $1 == separated ]]; then
    if [[ $3 == *,* ]]; then prefix=\${3%,*},; fi
    compopt -o nospace 2>/dev/null
  fi
  COMPREPLY=($(compgen -P "$prefix" -W "$2" -- "\${3#"$prefix"}"))
}
complete -o default -F _lemmata lemmata
`;
}

/** The words that lead to a command, as the loop sees the last of them: the command so far, then the word. */
function step(words: readonly string[]): string {
  return `${words.slice(0, -1).join(' ')} ${words.at(-1)}`;
}

function names(option: DeclaredOption): readonly string[] {
  return option.short === null ? [option.long] : [option.short, option.long];
}

/** The words that may stand where a command has no option: its commands, or the values of its parameters. */
function others({ commands, parameters }: DeclaredCommand): string {
  const words = commands.map(({ words: [...path] }) => path.at(-1) ?? '');
  return offer(words.length > 0 ? { words, separated: false, paths: 'none' } : (parameters[0]?.values ?? NO_VALUES));
}

const NO_VALUES: Values = { words: [], separated: false, paths: 'none' };

function offer({ words, separated, paths }: Values): string {
  if (words.length > 0) {
    const onlyWords = paths === 'none' ? ' compopt +o default 2>/dev/null;' : '';
    return `{${onlyWords} _lemmata_words ${separated ? 'separated' : 'single'} '${words.join(' ')}' "$word"; }`;
  }
  if (paths === 'files') return ':';
  return paths === 'folders' ? 'compopt -o dirnames 2>/dev/null' : 'compopt +o default 2>/dev/null';
}

function quoted(text: string): string {
  return `'${text}'`;
}
