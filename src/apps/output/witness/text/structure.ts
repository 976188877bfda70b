import type { FoundBody, FoundBranching, FoundCall, FoundLoop, FoundStatement, Structure, TextRange } from './found.ts';
import { isWord, type Token, tokensOf } from './tokens.ts';

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** Words that parentheses may follow without being a call. */
const NO_CALL = new Set(
  `if while for switch return sizeof typeof __typeof__ __typeof _Alignof __alignof__ __alignof _Alignas
  __attribute__ __attribute asm __asm__ __asm _Generic _Static_assert case else do goto __extension__ void char
  short int long float double signed unsigned const volatile _Bool`.split(/\s+/),
);
/** Words before a name that do not make it a declaration. */
const BEFORE_CALL = new Set(['return', 'else', 'do', 'case', '__extension__', 'sizeof', 'and', 'or', 'not']);
const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>)?=$/;

/** Finds statements, branchings, loops and calls. Parts of a text that are no C are left out. */
export function structureOf(text: string): Structure {
  return new Scanner(text).structure();
}

/** Reads tokens by the grammar of statements; expressions are only balanced. */
class Scanner {
  readonly #tokens: readonly Token[];
  /** Indices of closing brackets by those of the opening ones, and the other way round. */
  readonly #partner = new Map<number, number>();
  readonly #statements: FoundStatement[] = [];
  readonly #expressions: TextRange[] = [];
  readonly #branchings: FoundBranching[] = [];
  readonly #loops: FoundLoop[] = [];
  readonly #calls: FoundCall[] = [];
  readonly #bodies: FoundBody[] = [];
  /** Labels of the switches that surround the current statement. */
  readonly #labels: string[][][] = [];
  #at = 0;

  constructor(private readonly text: string) {
    this.#tokens = tokensOf(text);
    const open: number[] = [];
    for (const [index, { text: sign }] of this.#tokens.entries()) {
      if (sign in CLOSING) open.push(index);
      else if (sign === ')' || sign === ']' || sign === '}') {
        const start = open.at(-1);
        if (start === undefined || CLOSING[this.#tokens[start].text] !== sign) continue;
        open.pop();
        this.#partner.set(start, index);
        this.#partner.set(index, start);
      }
    }
  }

  structure(): Structure {
    while (this.#at < this.#tokens.length) this.#external();
    return {
      statements: this.#statements,
      expressions: this.#expressions,
      branchings: this.#branchings,
      loops: this.#loops,
      calls: this.#calls,
      bodies: this.#bodies,
    };
  }

  #is(index: number, text: string): boolean {
    return this.#tokens[index]?.text === text;
  }

  /** The index behind a token, or behind the bracket that it opens. */
  #behind(index: number): number {
    return (this.#partner.get(index) ?? index) > index ? this.#partner.get(index)! + 1 : index + 1;
  }

  #range(first: number, behind: number): TextRange {
    const start = this.#tokens[first]?.start ?? this.text.length;
    return { start, end: behind > first ? this.#tokens[behind - 1].end : start };
  }

  /** A declaration at file scope; the body of a function is the brace behind its parameters. */
  #external(): void {
    let name: string | null = null;
    for (let record = false; this.#at < this.#tokens.length; ) {
      const { text } = this.#tokens[this.#at];
      const before = this.#tokens[this.#at - 1]?.text ?? ';';
      if (text === ';') {
        // Parameters in the style before C89 are declared between the names and the body.
        this.#at++;
        if (name === null || !this.#isOldStyle(this.#at)) return;
      } else if (text === '{' && !record && before !== '=' && name !== null) {
        const first = this.#at;
        this.#block();
        this.#bodies.push({ name, ...this.#range(first, Math.min(this.#at, this.#tokens.length)) });
        return;
      } else {
        if (/^(?:struct|union|enum)$/.test(text)) record = true;
        else if (text === '(' && isWord(before) && !NO_CALL.has(before)) name ??= before;
        if (text === '{' || text === ')' || text === '(' || text === ',' || text === '*') record = false;
        this.#at = this.#behind(this.#at);
      }
    }
  }

  /** Whether declarations and then a body follow. */
  #isOldStyle(start: number): boolean {
    for (let at = start; at < this.#tokens.length; at = this.#behind(at)) {
      const { text } = this.#tokens[at];
      if (text === '{') return this.#is(at - 1, ';');
      if (!isWord(text) && !/^[;,*[]$/.test(text)) return false;
      if (/^(?:extern|static|typedef|inline)$/.test(text)) return false;
    }
    return false;
  }

  /** Reads a block in braces. */
  #block(): void {
    const close = this.#partner.get(this.#at) ?? this.#tokens.length;
    this.#at++;
    while (this.#at < close) this.#statement(true);
    this.#at = close + 1;
  }

  /** Reads a statement with its labels; returns its range without them. */
  #statement(beside: boolean): TextRange {
    this.#skipLabels();
    const first = this.#at;
    const kind = this.#unlabelled();
    if (this.#at === first) this.#at++;
    const range = this.#range(first, Math.min(this.#at, this.#tokens.length));
    this.#statements.push({ ...range, kind, beside });
    return range;
  }

  #skipLabels(): void {
    for (;;) {
      const { text = '' } = this.#tokens[this.#at] ?? {};
      if (text === 'case') {
        const first = this.#at + 1;
        let [end, nested] = [first, 0];
        for (; end < this.#tokens.length; end = this.#behind(end)) {
          if (this.#is(end, '?')) nested++;
          else if (this.#is(end, ':') && nested-- === 0) break;
        }
        const dots = this.#tokens.findIndex((token, index) => index >= first && index < end && token.text === '...');
        const words = (from: number, behind: number): string => {
          const { start, end: last } = this.#range(from, behind);
          return this.text.slice(start, last);
        };
        this.#labels.at(-1)?.push(dots < 0 ? [words(first, end)] : [words(first, dots), words(dots + 1, end)]);
        this.#at = end + 1;
      } else if (text !== '' && isWord(text) && this.#is(this.#at + 1, ':')) this.#at += 2;
      else return;
    }
  }

  #unlabelled(): FoundStatement['kind'] {
    const { text = '' } = this.#tokens[this.#at] ?? {};
    switch (text) {
      case '{':
        this.#block();
        return 'block';
      case 'if':
        this.#if();
        return 'head';
      case 'while':
      case 'switch': {
        const keyword = this.#at;
        const condition = this.#parentheses();
        const { start } = this.#tokens[keyword];
        if (text === 'switch') {
          const labels: string[][] = [];
          this.#labels.push(labels);
          this.#statement(false);
          this.#labels.pop();
          this.#branchings.push(branchingOf(text, [start], condition, labels));
        } else {
          this.#branching(text, keyword, condition);
          this.#loops.push({ keyword: text, start, head: condition, body: this.#statement(false) });
        }
        return 'head';
      }
      case 'for':
        this.#for();
        return 'head';
      case 'do': {
        const keyword = this.#tokens[this.#at].start;
        this.#at++;
        const body = this.#statement(false);
        if (!this.#is(this.#at, 'while')) return 'head';
        const second = this.#tokens[this.#at].start;
        const condition = this.#parentheses();
        this.#branchings.push(branchingOf('do', [keyword, second], condition, []));
        this.#loops.push({ keyword: 'do', start: keyword, head: body, body });
        if (this.#is(this.#at, ';')) this.#at++;
        return 'head';
      }
      default:
        this.#simple();
        return 'simple';
    }
  }

  #if(): void {
    const { start } = this.#tokens[this.#at];
    const condition = this.#parentheses();
    this.#statement(false);
    let otherwise: TextRange | null = null;
    if (this.#is(this.#at, 'else')) {
      this.#at++;
      otherwise = this.#statement(false);
    }
    this.#branchings.push({ ...branchingOf('if', [start], condition, []), otherwise });
  }

  #branching(keyword: FoundBranching['keyword'], at: number, condition: TextRange): void {
    this.#branchings.push(branchingOf(keyword, [this.#tokens[at].start], condition, []));
  }

  /** Reads a keyword and an expression in parentheses; returns the range inside. */
  #parentheses(): TextRange {
    const open = this.#at + 1;
    const close = this.#partner.get(open);
    if (close === undefined || !this.#is(open, '(')) {
      this.#at++;
      return this.#range(this.#at, this.#at);
    }
    this.#at = close + 1;
    this.#expression(open + 1, close);
    const inside = this.#range(open + 1, close);
    this.#expressions.push(inside);
    return inside;
  }

  #for(): void {
    const keyword = this.#tokens[this.#at].start;
    const open = this.#at + 1;
    const close = this.#partner.get(open) ?? open;
    const parts: [number, number][] = [];
    let first = open + 1;
    for (let at = open + 1; at <= close; at = this.#behind(at)) {
      if (at !== close && !this.#is(at, ';')) continue;
      parts.push([first, at]);
      first = at + 1;
    }
    for (const [from, behind] of parts) {
      this.#expression(from, behind);
      if (behind > from && !this.#isDeclaration(from)) this.#expressions.push(this.#range(from, behind));
    }
    this.#initialisers(parts[0]?.[0] ?? open, parts[0]?.[1] ?? open);
    this.#at = close + 1;
    const body = this.#statement(false);
    if (parts.length !== 3) return;
    const condition = this.#range(...parts[1]);
    this.#branchings.push(branchingOf('for', [keyword], condition, []));
    this.#loops.push({ keyword: 'for', start: keyword, head: condition, body });
  }

  /** A declaration or an expression up to its semicolon. */
  #simple(): void {
    const first = this.#at;
    while (this.#at < this.#tokens.length && !this.#is(this.#at, ';') && !this.#is(this.#at, '}'))
      this.#at = this.#behind(this.#at);
    const behind = this.#at;
    if (this.#is(this.#at, ';')) this.#at++;
    this.#expression(first, behind);
    if (this.#is(first, 'return') && behind > first + 1) this.#expressions.push(this.#range(first + 1, behind));
    else this.#initialisers(first, behind);
  }

  /** Expressions behind `=` in a declaration. */
  #initialisers(first: number, behind: number): void {
    if (!this.#isDeclaration(first)) return;
    for (let at = first, from = 0; at <= behind; at = this.#behind(at)) {
      if (from > 0 && (at === behind || this.#is(at, ','))) {
        if (!this.#is(from, '{')) this.#expressions.push(this.#range(from, at));
        from = 0;
      }
      if (at < behind && this.#is(at, '=') && from === 0) from = at + 1;
    }
  }

  /** Two words, or a word and asterisks before another one, begin a declaration. */
  #isDeclaration(first: number): boolean {
    const { text = '' } = this.#tokens[first] ?? {};
    if (!isWord(text) || BEFORE_CALL.has(text) || text === 'goto') return false;
    let at = first + 1;
    while (this.#is(at, '*')) at++;
    return isWord(this.#tokens[at]?.text ?? '');
  }

  /** Finds calls, conditionals and the blocks of statement expressions. */
  #expression(first: number, behind: number): void {
    for (let at = first; at < behind; at++) {
      const { text } = this.#tokens[at];
      if (text === '(' && this.#is(at + 1, '{') && this.#partner.has(at + 1)) {
        const [resume, labels] = [this.#partner.get(at + 1)!, this.#labels.length];
        this.#at = at + 1;
        this.#block();
        this.#labels.length = labels;
        at = resume;
        this.#at = behind;
      } else if (text === '(' && this.#partner.has(at)) this.#call(at);
      else if (text === '?') this.#conditional(at, first);
    }
    this.#at = Math.max(this.#at, behind);
  }

  #call(open: number): void {
    const close = this.#partner.get(open)!;
    const callee = this.#calleeStart(open);
    if (callee === null) return;
    const single = callee === open - 1 ? this.#tokens[callee].text : null;
    if (single !== null && (NO_CALL.has(single) || this.#isDeclared(callee))) return;
    const list: TextRange[] = [];
    for (let at = open + 1, from = at; at <= close && close > open + 1; at = this.#behind(at)) {
      if (at !== close && !this.#is(at, ',')) continue;
      list.push(this.#range(from, at));
      from = at + 1;
    }
    const { start } = this.#tokens[callee];
    const { start: end } = this.#tokens[close];
    this.#calls.push({ name: single, start, end: end + 1, close: end, arguments: list });
  }

  /** Whether the name is the one of a declaration: `int f(void)`. */
  #isDeclared(name: number): boolean {
    const before = this.#tokens[name - 1]?.text ?? ';';
    return isWord(before) && !BEFORE_CALL.has(before);
  }

  /** The index where the function of a call begins; null: the parenthesis is not a call's. */
  #calleeStart(open: number): number | null {
    for (let at = open - 1; at >= 0; ) {
      const { text } = this.#tokens[at];
      if (text === ')' || text === ']') {
        const start = this.#partner.get(at);
        if (start === undefined) return null;
        const before = this.#tokens[start - 1]?.text ?? '';
        if (!(isWord(before) && !NO_CALL.has(before)) && before !== ')' && before !== ']')
          // `(*f)(x)` is a call, `(int)(x)` is a cast.
          return text === ')' && this.#is(start + 1, '*') ? start : null;
        at = start - 1;
      } else if (isWord(text)) {
        const before = this.#tokens[at - 1]?.text ?? '';
        if (before !== '.' && before !== '->') return at;
        at -= 2;
      } else return null;
    }
    return null;
  }

  #conditional(sign: number, first: number): void {
    let from = sign;
    while (from > first) {
      const { text } = this.#tokens[from - 1];
      if (text === ')' || text === ']' || text === '}') from = this.#partner.get(from - 1) ?? from - 1;
      else if (/^[([{,;?:]$|^return$/.test(text) || ASSIGNMENT.test(text)) break;
      else from--;
    }
    const place = this.#tokens[sign].start;
    if (from < sign) this.#branchings.push(branchingOf('?', [place], this.#range(from, sign), []));
  }
}

function branchingOf(
  keyword: FoundBranching['keyword'],
  places: readonly number[],
  condition: TextRange,
  labels: readonly (readonly string[])[],
): FoundBranching {
  return { keyword, places, condition, labels, otherwise: null };
}
