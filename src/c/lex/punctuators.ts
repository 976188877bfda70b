import type { Punctuator, TokenKind } from './tokens.ts';

/** Punctuators by first character, longest first, including digraphs (C11 6.4.6). */
const byFirst: (readonly (readonly [spelling: string, kind: Punctuator])[] | undefined)[] = [];
const single: (Punctuator | undefined)[] = [];

const spellings =
  '[ ] ( ) { } . -> ++ -- & * + - ~ ! / % << >> < > <= >= == != ^ | && || ? : ; ... = *= /= %= += -= <<= >>= &= ^= |= ,'.split(
    ' ',
  );
const all: [string, Punctuator][] = [
  ...spellings.map((spelling): [string, Punctuator] => [spelling, spelling as Punctuator]),
  ['<:', '['],
  [':>', ']'],
  ['<%', '{'],
  ['%>', '}'],
];
for (const [spelling] of all) {
  const first = spelling.charCodeAt(0);
  const list = all.filter(([other]) => other.charCodeAt(0) === first).sort((a, b) => b[0].length - a[0].length);
  if (list.length === 1 && spelling.length === 1) single[first] = spelling as Punctuator;
  else byFirst[first] = list;
}

/** Sets the kind of the punctuator at `start` and returns its length, or 0 when there is none. */
export function scanPunctuator(text: string, start: number, token: { kind: TokenKind }): number {
  const first = text.charCodeAt(start);
  const only = single[first];
  if (only !== undefined) {
    token.kind = only;
    return 1;
  }
  const list = byFirst[first];
  if (list === undefined) return 0;
  for (let i = 0; i < list.length; i++) {
    const [spelling, kind] = list[i];
    const length = spelling.length;
    if (length > 1 && text.charCodeAt(start + 1) !== spelling.charCodeAt(1)) continue;
    if (length > 2 && text.charCodeAt(start + 2) !== spelling.charCodeAt(2)) continue;
    token.kind = kind;
    return length;
  }
  return 0;
}
