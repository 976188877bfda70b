/** A piece of a line of C, with its kind. */
export interface Token {
  readonly text: string;
  readonly kind: 'plain' | 'keyword' | 'comment' | 'string' | 'number' | 'directive';
}

const KEYWORDS = new Set(
  `_Bool _Complex auto break case char const continue default do double else enum extern float for goto if inline int long register restrict
   return short signed sizeof static struct switch typedef union unsigned void volatile while`.split(/\s+/),
);
/** Matches the token that begins at a place of a line, outside of comments. */
const NEXT = /\/\/.*|\/\*|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|\s+|./gy;
/** Longer lines are not coloured, in characters. */
const LONGEST = 2_000;

/** Splits lines of C into pieces for colouring. Linear in the text; it need not be C. */
export function tokenLines(text: string): readonly (readonly Token[])[] {
  let inComment = false;
  return text.split(/\r?\n/).map((line) => {
    if (line.length > LONGEST) return [{ text: line, kind: 'plain' }];
    const tokens: Token[] = [];
    let from = 0;
    const comment = (start: number): void => {
      const end = line.indexOf('*/', start);
      inComment = end < 0;
      const to = end < 0 ? line.length : end + 2;
      if (to > from) tokens.push({ text: line.slice(from, to), kind: 'comment' });
      from = to;
    };
    if (inComment) comment(0);
    else if (/^\s*#/.test(line)) return [{ text: line, kind: 'directive' }];
    while (from < line.length) {
      NEXT.lastIndex = from;
      const [piece = line.slice(from)] = NEXT.exec(line) ?? [];
      if (piece === '/*') {
        comment(from + 2);
        continue;
      }
      tokens.push({ text: piece, kind: kindOf(piece) });
      from += piece.length;
    }
    return tokens;
  });
}

function kindOf(piece: string): Token['kind'] {
  if (piece.startsWith('//')) return 'comment';
  if (/^["']/.test(piece)) return 'string';
  if (/^\.?\d/.test(piece)) return 'number';
  return KEYWORDS.has(piece) ? 'keyword' : 'plain';
}
