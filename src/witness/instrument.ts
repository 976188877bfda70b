/** An invariant for the loop whose keyword begins there; line and column count from 1. */
export interface PlacedInvariant {
  readonly line: number;
  readonly column: number;
  readonly value: string;
}

/**
 * Returns the program's text with a check of each invariant whenever the head of its loop is reached.
 * The check calls the error function if the invariant does not hold. Null if the text at a place does
 * not allow that (no loop, or a body of `do` without braces).
 */
export function instrumented(
  text: string,
  invariants: readonly PlacedInvariant[],
  errorFunction: string,
): string | null {
  const lines = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines.push(end + 1);
  let changed = text;
  const placed = invariants.map(({ line, column, value }) => ({
    offset: (lines[line - 1] ?? text.length) + column - 1,
    value,
  }));
  // From the end, so that the offsets before it stay valid.
  for (const { offset, value } of placed.sort((a, b) => b.offset - a.offset)) {
    const check = `((${value}) || (${errorFunction}(), 0))`;
    const insertions = checkAt(text, offset, check);
    if (insertions === null) return null;
    for (const { at, words } of [...insertions].reverse()) changed = changed.slice(0, at) + words + changed.slice(at);
  }
  return changed;
}

interface Insertion {
  readonly at: number;
  readonly words: string;
}

function checkAt(text: string, offset: number, check: string): readonly Insertion[] | null {
  const keyword = /^(?:while|for|do)\b/.exec(text.slice(offset, offset + 6))?.[0];
  if (keyword === undefined) return null;
  const start = skipSpace(text, offset + keyword.length);
  if (keyword === 'do') return text[start] === '{' ? [{ at: start + 1, words: ` (void)${check};` }] : null;
  if (text[start] !== '(') return null;
  const { end, semicolons } = scanParentheses(text, start);
  if (end === null) return null;
  if (keyword === 'while')
    return [
      { at: start + 1, words: `(void)${check}, (` },
      { at: end, words: ')' },
    ];
  if (semicolons.length !== 2) return null;
  const [first, second] = semicolons;
  // A loop without a condition continues.
  if (skipSpace(text, first + 1) === second) return [{ at: second, words: ` ((void)${check}, 1)` }];
  return [
    { at: first + 1, words: ` (void)${check}, (` },
    { at: second, words: ')' },
  ];
}

/** From an opening parenthesis to its closing one, with the semicolons of its own level between them. */
function scanParentheses(
  text: string,
  start: number,
): { readonly end: number | null; readonly semicolons: readonly number[] } {
  const semicolons: number[] = [];
  let depth = 0;
  for (let index = start; index < text.length; index = skipToken(text, index)) {
    const character = text[index];
    if (character === '(' || character === '[' || character === '{') depth++;
    else if (character === ')' || character === ']' || character === '}') {
      if (--depth === 0) return { end: index, semicolons };
    } else if (character === ';' && depth === 1) semicolons.push(index);
  }
  return { end: null, semicolons };
}

/** The index after a comment, a string, a character constant, or one character. */
function skipToken(text: string, index: number): number {
  const comment = skipComment(text, index);
  if (comment !== null) return comment;
  const quote = text[index];
  if (quote !== '"' && quote !== "'") return index + 1;
  let end = index + 1;
  while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}

function skipComment(text: string, index: number): number | null {
  const mark = text.slice(index, index + 2);
  if (mark !== '/*' && mark !== '//') return null;
  const end = text.indexOf(mark === '/*' ? '*/' : '\n', index + 2);
  return end < 0 ? text.length : end + (mark === '/*' ? 2 : 1);
}

function skipSpace(text: string, index: number): number {
  for (let at = index; ; ) {
    if (/\s/.test(text.charAt(at))) at++;
    else {
      const behind = skipComment(text, at);
      if (behind === null) return at;
      at = behind;
    }
  }
}
