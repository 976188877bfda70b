/**
 * Splits a command line into words as a POSIX shell does: at blanks, with backslashes, single and
 * double quotes. It expands nothing, since build systems write commands without variables and
 * patterns. Null where a quote is not closed. Linear.
 */
export function shellWords(command: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let i = 0; i < command.length; i++) {
    const c = command[i];
    if (quote === "'") {
      if (c === "'") quote = null;
      else word = (word ?? '') + c;
    } else if (c === '\\' && quote === '"') {
      const next = command[i + 1] ?? '';
      // Within double quotes a backslash stands for itself before most characters.
      const escapes = next !== '' && '$`"\\\n'.includes(next);
      if (escapes) i += 1;
      if (!escapes || next !== '\n') word = (word ?? '') + (escapes ? next : c);
    } else if (c === '\\') {
      i += 1;
      if (command[i] !== '\n') word = (word ?? '') + (command[i] ?? '\\');
    } else if (quote === '"') {
      if (c === '"') quote = null;
      else word = (word ?? '') + c;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= '';
    } else if (c === ' ' || c === '\t' || c === '\n') {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + c;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}
