/** The place of a function's name in its definition. */
export interface FunctionPlace {
  readonly name: string;
  /** Offset of the name in the text. */
  readonly offset: number;
}

/** Comments, literals and lines of the preprocessor; names; the punctuation that ends or nests something. */
const TOKENS =
  /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\/\/[^\n]*|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|^[ \t]*#(?:\\\r?\n|[^\n])*|[A-Za-z_$][\w$]*|[{}()[\];=]/gm;

/** Names before a parenthesis that declare no function. */
const NO_FUNCTIONS = new Set([
  '__attribute__',
  '__attribute',
  '__declspec',
  '__asm__',
  'asm',
  '_Alignas',
  '__typeof__',
  'typeof',
]);

/**
 * Finds the definitions of functions in a text that is not preprocessed and may be wrong. It reads
 * tokens alone, in linear time; definitions in the old style are left out.
 */
export function functionsIn(text: string): readonly FunctionPlace[] {
  const found: FunctionPlace[] = [];
  let braces = 0;
  let parentheses = 0;
  /** The first name of this declaration that a parenthesis follows. */
  let candidate: FunctionPlace | null = null;
  let name: FunctionPlace | null = null;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (/^(?:\/[/*]|["']|[ \t]*#)/.test(token)) continue;
    const before: FunctionPlace | null = name;
    name = /^[A-Za-z_$]/.test(token) ? { name: token, offset: index } : null;
    if (token === '{') {
      if (braces === 0 && parentheses === 0 && candidate !== null) found.push(candidate);
      braces += 1;
      candidate = null;
    } else if (token === '}') {
      braces = Math.max(0, braces - 1);
      candidate = null;
    } else if (braces > 0) continue;
    else if (token === '(') {
      if (parentheses === 0 && before !== null && !NO_FUNCTIONS.has(before.name)) candidate ??= before;
      parentheses += 1;
    } else if (token === ')') parentheses = Math.max(0, parentheses - 1);
    else if (parentheses === 0 && (token === ';' || token === '=')) candidate = null;
  }
  return found;
}
