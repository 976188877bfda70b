/**
 * Joins lines at backslash-newline. The removed newlines come after the logical line, so that later
 * lines keep their numbers.
 */
export function withoutSplices(text: string): string {
  if (!/\\\r?\n/.test(text)) return text;
  let taken = 0;
  return text.replace(/\\\r?\n|\n/g, (match) => {
    if (match !== '\n') {
      taken++;
      return '';
    }
    const newlines = '\n'.repeat(taken + 1);
    taken = 0;
    return newlines;
  });
}
