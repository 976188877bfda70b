/** Quotes a text as a word of bash, for any bytes: each character of the text is one byte. */
export function shellWord(text: string): string {
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

/**
 * Returns the bash command that runs `program` with `argv`, whose first text is the program's name. An empty name stays
 * the shell's own.
 */
export function commandLine(program: string, [name = '', ...rest]: readonly string[]): string {
  const words = [program, ...rest.map(shellWord)].join(' ');
  return name === '' ? words : `(exec -a ${shellWord(name)} ${words})`;
}
