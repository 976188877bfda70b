/** A token of C as written, before the preprocessor; offsets count characters from 0. */
export interface Token {
  readonly text: string;
  readonly start: number;
  /** The offset behind it. */
  readonly end: number;
}

const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;
const NUMBER = /\.?\d(?:[eEpP][+-]|[\w.])*/y;
const SIGN = /\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|##|[^\s\w]/y;

/**
 * The tokens of a C text. Comments and lines of preprocessor directives are left out, and macros stay
 * as they are written. Any text has tokens: what is no C becomes tokens of one character.
 *
 * The scanner of `src/c/lex` is no help here. It reads what the preprocessor left, follows line marks,
 * and ends at the first character that begins no token.
 */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let lineBegins = true;
  for (let at = 0; at < text.length; ) {
    const character = text[at];
    if (character === '\n') lineBegins = true;
    if (/\s/.test(character)) {
      at++;
      continue;
    }
    const comment = commentEnd(text, at);
    if (comment !== null) {
      at = comment;
      continue;
    }
    if (character === '#' && lineBegins) {
      at = directiveEnd(text, at);
      continue;
    }
    lineBegins = false;
    if (character === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3))) {
      at++;
      continue;
    }
    const end = tokenEnd(text, at);
    tokens.push({ text: text.slice(at, end), start: at, end });
    at = end;
  }
  return tokens;
}

export function isWord(text: string): boolean {
  return /^[A-Za-z_$\u0080-\uffff]/.test(text);
}

function tokenEnd(text: string, at: number): number {
  if (text[at] === '"' || text[at] === "'") return quotedEnd(text, at);
  for (const pattern of [WORD, NUMBER, SIGN]) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) continue;
    const end = at + found[0].length;
    // L"text", u8"text"
    const prefixed = pattern === WORD && /^(?:L|u8?|U)$/.test(found[0]) && /["']/.test(text[end] ?? '');
    return prefixed ? quotedEnd(text, end) : end;
  }
  return at + 1;
}

function quotedEnd(text: string, at: number): number {
  const quote = text[at];
  let end = at + 1;
  while (end < text.length && text[end] !== quote && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1;
  return Math.min(end + 1, text.length);
}

function commentEnd(text: string, at: number): number | null {
  const mark = text.slice(at, at + 2);
  if (mark === '/*') {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  return mark === '//' ? lineEnd(text, at) : null;
}

/** The end of a line that backslashes may continue. */
function lineEnd(text: string, at: number): number {
  for (let end = text.indexOf('\n', at); end >= 0; end = text.indexOf('\n', end + 1)) {
    if (!/\\\r?$/.test(text.slice(Math.max(at, end - 2), end))) return end;
  }
  return text.length;
}

/** The end of a directive, whose comments may contain ends of lines. */
function directiveEnd(text: string, at: number): number {
  const end = lineEnd(text, at);
  const comment = text.slice(at, end).lastIndexOf('/*');
  if (comment < 0 || text.slice(at + comment, end).includes('*/')) return end;
  const close = text.indexOf('*/', at + comment);
  return close < 0 ? text.length : directiveEnd(text, close + 2);
}
