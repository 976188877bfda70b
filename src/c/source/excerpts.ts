/** Longest excerpt in characters. */
const MOST_CHARACTERS = 160;
/** Most tokens on each side of a place, and of a line, that are searched. */
const MOST_TOKENS = 400;
/** Most pairs of parentheses around a place that are left. */
const MOST_LEVELS = 8;

interface Token {
  readonly text: string;
  readonly start: number;
}

/** Comments and directives are skipped; everything else is a token of its own. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|^[ \t]*#(?:[^\n\\]|\\[\s\S])*|[A-Za-z_$][\w$]*|\.?\d(?:[eEpP][+-]|[\w.])*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S/gm;

const OPENING: ReadonlySet<string> = new Set(['(', '[']);
const CLOSING: ReadonlySet<string> = new Set([')', ']']);
const ENDS: ReadonlySet<string> = new Set([';', '{', '}']);
/** Words after which a statement begins; those with a condition in parentheses apart. */
const LEADS: ReadonlySet<string> = new Set(['else', 'do']);
const HEADS: ReadonlySet<string> = new Set(['if', 'while', 'for', 'switch']);
const ASSIGNMENTS: ReadonlySet<string> = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=']);
const BRANCHES: ReadonlySet<string> = new Set(['&&', '||', '?', ':', ',']);

/** The tokens of a text with their offsets. */
export function* wordsOf(text: string): Generator<Token> {
  for (const { 0: word, index } of text.matchAll(TOKEN))
    if (!/^\s*#|^\/[/*]/.test(word)) yield { text: word, start: index };
}

/** Finds expressions and statements of a source text around a place. It reads tokens only, no grammar. */
export class Excerpts {
  readonly #tokens: readonly Token[];
  /** Offsets of the lines' first characters. */
  readonly #lines: readonly number[];
  /** Index of the other bracket of a pair. */
  readonly #matches = new Map<number, number>();

  constructor(private readonly text: string) {
    const tokens = [...wordsOf(text)];
    const lines = [0];
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines.push(end + 1);
    const open: number[] = [];
    for (const [index, { text: word }] of tokens.entries()) {
      if (ENDS.has(word) && word !== ';') open.length = 0;
      else if (OPENING.has(word)) open.push(index);
      else if (CLOSING.has(word)) {
        const other = open.pop();
        if (other === undefined) continue;
        this.#matches.set(index, other);
        this.#matches.set(other, index);
      }
    }
    this.#tokens = tokens;
    this.#lines = lines;
  }

  /**
   * Returns texts around the token at a place (from 1), the shortest first. `condition`: an operand of a
   * branch is meant, else a statement or a part of one between commas.
   */
  around(line: number, column: number, condition: boolean): readonly string[] {
    const anchor = this.#tokenAt(line, column);
    if (anchor === null) return [];
    const [left, right] = [
      anchor,
      OPENING.has(this.#tokens[anchor].text) ? (this.#matches.get(anchor) ?? anchor) : anchor,
    ];
    return this.#within(left, right, condition);
  }

  /**
   * Returns all texts around the tokens of a line, each once. Macros earlier in a line move the columns of
   * a preprocessed text. None of very long lines.
   */
  inLine(line: number, condition: boolean): readonly string[] {
    const [from, to] = [this.#lines[line - 1], this.#lines[line] ?? this.text.length];
    if (from === undefined) return [];
    const found = new Set<string>();
    const [first, end] = [this.#firstFrom(from), this.#firstFrom(to)];
    if (end - first > MOST_TOKENS) return [];
    for (let index = first; index < end; index++)
      for (const text of this.#within(index, index, condition)) found.add(text);
    return [...found];
  }

  #within(from: number, to: number, condition: boolean): readonly string[] {
    let [left, right] = [from, to];
    const found: string[] = [];
    for (let level = 0; level < MOST_LEVELS; level++) {
      const { first, last, enclosed } = this.#extent(left, right);
      if (condition)
        found.push(
          this.#piece(first, last, left, right, (word) => BRANCHES.has(word) || ASSIGNMENTS.has(word)),
          this.#piece(first, last, left, right, (word) => word === '&&' || word === '||' || word === ','),
        );
      found.push(
        this.#piece(first, last, left, right, (word) => word === ','),
        this.#slice(first, last),
      );
      if (!enclosed) break;
      [left, right] = [first - 1, last + 1];
    }
    return [...new Set(found)].filter((text) => text !== '' && text.length <= MOST_CHARACTERS);
  }

  #tokenAt(line: number, column: number): number | null {
    const start = this.#lines[line - 1];
    if (start === undefined) return null;
    const offset = start + column - 1;
    const index = this.#firstFrom(offset);
    return this.#tokens[index]?.start === offset ? index : null;
  }

  /** The index of the first token that does not begin before an offset. */
  #firstFrom(offset: number): number {
    let [low, high] = [0, this.#tokens.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tokens[middle].start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The tokens between the nearest ends of a statement, or within the nearest pair of brackets. */
  #extent(left: number, right: number): { readonly first: number; readonly last: number; readonly enclosed: boolean } {
    let first = left;
    while (first > Math.max(0, left - MOST_TOKENS)) {
      const word = this.#tokens[first - 1].text;
      if (ENDS.has(word) || OPENING.has(word) || LEADS.has(word)) break;
      if (word === ':' && !this.#isChoice(first - 1)) break;
      if (CLOSING.has(word)) {
        const other = this.#matches.get(first - 1);
        if (other === undefined || HEADS.has(this.#tokens[other - 1]?.text ?? '')) break;
        first = other;
      } else first -= 1;
    }
    let last = right;
    while (last + 1 < Math.min(this.#tokens.length, right + MOST_TOKENS)) {
      const word = this.#tokens[last + 1].text;
      if (ENDS.has(word) || CLOSING.has(word)) break;
      const other = OPENING.has(word) ? this.#matches.get(last + 1) : last + 1;
      if (other === undefined) break;
      last = other;
    }
    const [before, after] = [this.#tokens[first - 1]?.text ?? '', this.#tokens[last + 1]?.text ?? ''];
    return { first, last, enclosed: OPENING.has(before) && CLOSING.has(after) };
  }

  /** Whether a colon belongs to a `?` of the same statement. */
  #isChoice(colon: number): boolean {
    for (let index = colon - 1; index >= 0; index--) {
      const word = this.#tokens[index].text;
      if (word === '?') return true;
      if (ENDS.has(word) || OPENING.has(word) || word === 'case' || word === 'default') return false;
      if (CLOSING.has(word)) index = this.#matches.get(index) ?? index;
    }
    return false;
  }

  /** The part of an extent around the anchor, between tokens at which `splits` holds. */
  #piece(first: number, last: number, left: number, right: number, splits: (word: string) => boolean): string {
    let begin = first;
    let end = last;
    for (let index = first; index <= last; index++) {
      const { text } = this.#tokens[index];
      if (OPENING.has(text)) {
        const other = this.#matches.get(index) ?? index;
        if (other < left || index > right) index = other;
        continue;
      }
      if (!splits(text) || (index >= left && index <= right)) continue;
      if (index < left) begin = index + 1;
      else {
        end = index - 1;
        break;
      }
    }
    return this.#slice(begin, end);
  }

  #slice(first: number, last: number): string {
    if (first > last) return '';
    const { start, text } = this.#tokens[last];
    const from = this.#tokens[first].start;
    if (start - from > 4 * MOST_CHARACTERS) return '';
    return this.text
      .slice(from, start + text.length)
      .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
}

/** Words of C that types and operators consist of: an expression and its meaning may differ in them. */
const WORDLESS: ReadonlySet<string> = new Set(
  'void char short int long float double signed unsigned struct union enum const volatile static register auto extern restrict inline sizeof return _Bool bool NULL true false'.split(
    ' ',
  ),
);

/**
 * Whether an excerpt can be the source of an expression: both name the same things. Names in capitals and
 * names of types may be missing in the meaning.
 */
export function isSourceOf(excerpt: string, meaning: string): boolean {
  const [written, meant] = [namesIn(excerpt), namesIn(meaning)];
  const hidden = [...meant].filter((name) => name.startsWith('$'));
  for (const name of meant) if (!written.has(name) && !name.startsWith('$')) return false;
  // A hidden variable stands for a part of the expression whose names are not known here.
  if (hidden.length > 0) return written.size > 0;
  for (const name of written) if (!meant.has(name) && !/^[A-Z_][A-Z0-9_]*$|_t$/.test(name)) return false;
  return true;
}

function namesIn(text: string): ReadonlySet<string> {
  // The meaning has sizes as numbers.
  const sized = text.replace(/\bsizeof\s*(?:\([^()]*\)|[\w.]+(?:\[[^\]]*\])?)/g, ' ');
  const plain = sized.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b\d[\w.]*|\b(?:enum|struct|union)\s+\w+/g, ' ');
  return new Set((plain.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((word) => !WORDLESS.has(word)));
}
