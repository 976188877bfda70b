import type { EnvironmentVariable } from '../../../program/cfa/environment.ts';

/** Quotes a text as a word of bash, for any bytes: each character of the text is one byte. */
function shellWord(text: string): string {
  if (/^[\w./=:,+@%-]+$/.test(text)) return text;
  if (/^[ -~]*$/.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = [...text].map((c) => {
    const code = c.charCodeAt(0);
    if (c === "'" || c === '\\') return `\\${c}`;
    // Octal escapes have three digits, so bash never adds the next character to them.
    return code >= 32 && code < 127 ? c : `\\${code.toString(8).padStart(3, '0')}`;
  });
  return `$'${escaped.join('')}'`;
}

/** Returns words of bash that set and unset variables of the environment for the command after them. */
function environmentWords(environment: readonly EnvironmentVariable[]): readonly string[] {
  if (environment.length === 0) return [];
  // `env` takes options before the variables.
  const unset = environment.flatMap(([name, text]) => (text === null ? ['-u', shellWord(name)] : []));
  const set = environment.flatMap(([name, text]) => (text === null ? [] : [shellWord(`${name}=${text}`)]));
  return ['env', ...unset, ...set];
}

/**
 * Returns the bash command that runs `program` with `argv`, whose first text is the program's name. An
 * empty name stays the shell's own.
 */
export function commandLine(
  program: string,
  [name = '', ...rest]: readonly string[],
  environment: readonly EnvironmentVariable[] = [],
): string {
  const before = environmentWords(environment);
  const words = [program, ...rest.map(shellWord)];
  if (name === '') return [...before, ...words].join(' ');
  if (before.length === 0) return `(exec -a ${shellWord(name)} ${words.join(' ')})`;
  return [...before, 'bash', '-c', `'exec -a "$0" "$@"'`, shellWord(name), ...words].join(' ');
}

export interface Invocation {
  readonly arguments?: readonly string[] | null;
  readonly environment?: readonly EnvironmentVariable[];
}

/**
 * Returns the command that runs the program as on the run; null for a run that depends on neither
 * arguments nor environment. Reports of older versions have no environment.
 */
export function invocation({ arguments: given, environment = [] }: Invocation): string | null {
  return given == null && environment.length === 0 ? null : commandLine('program', given ?? [], environment);
}
