import type { Term } from '../../../logic/terms/builder.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { type Btor2Line, rejectLine } from './scan.ts';

/** Widest bit-vector that is read, in bits; it keeps a hostile model from using all memory. */
const MAX_BTOR2_WIDTH = 65_536;

/** A state of a BTOR2 text; `init` and `next` are null until they are defined. */
export interface Btor2State {
  readonly term: Term;
  readonly name: string;
  readonly line: Btor2Line;
  init: Term | null;
  next: Term | null;
}

type ArraySort = Extract<Sort, { kind: 'array' }>;

/**
 * The definitions of a BTOR2 text so far, and access to the words of the current line. Every problem
 * is a located `E-INPUT`.
 */
export class Btor2Reader {
  readonly inputs: { readonly term: Term; readonly name: string }[] = [];
  readonly states: Btor2State[] = [];
  readonly bads: { readonly term: Term; readonly name: string }[] = [];
  readonly #badNames = new Set<string>();
  readonly constraints: Term[] = [];
  readonly #sorts = new Map<number, Sort>();
  readonly #nodes = new Map<number, Term>();
  readonly #stateOf = new Map<Term, Btor2State>();
  readonly #names = new Set<string>();
  #line: Btor2Line = { line: 1, words: [], columns: [] };
  #id = 0;

  constructor(
    readonly terms: TermStore,
    readonly file: string,
  ) {}

  /** Starts a line: reads its number, which must not be taken. */
  start(line: Btor2Line): void {
    this.#line = line;
    this.#id = this.natural(0);
    if (this.#id === 0 || this.#sorts.has(this.#id) || this.#nodes.has(this.#id))
      this.reject(0, `the id ${this.#id} is taken`);
  }

  reject(word: number, message: string): never {
    return rejectLine(this.file, this.#line, word, message);
  }

  /** Checks the number of words: at least `count`, and at most `symbols` more. */
  arguments(count: number, symbols: number): void {
    const { words } = this.#line;
    if (words.length < count) this.reject(words.length, `'${words[1]}' needs ${count - 2} arguments`);
    if (words.length > count + symbols) this.reject(count + symbols, `unexpected '${words[count + symbols]}'`);
  }

  natural(word: number): number {
    const text = this.#line.words[word];
    if (text === undefined || !/^[0-9]{1,15}$/.test(text))
      this.reject(word, `a number is expected, not '${text ?? 'the end of the line'}'`);
    return Number(text);
  }

  sort(word: number): Sort {
    const sort = this.#sorts.get(this.natural(word));
    return sort ?? this.reject(word, `${this.#line.words[word]} is not a sort`);
  }

  /** A node, possibly negated (`-id`: bitwise not). */
  node(word: number): Term {
    const text = this.#line.words[word];
    if (text === undefined || !/^-?[0-9]{1,15}$/.test(text))
      this.reject(word, `a node is expected, not '${text ?? 'the end of the line'}'`);
    const id = Number(text);
    const term = this.#nodes.get(Math.abs(id));
    if (term === undefined) this.reject(word, `${Math.abs(id)} is not a node`);
    if (id >= 0) return term;
    if (this.terms.sort(term).kind !== 'bv') this.reject(word, 'only bit-vectors can be negated');
    return this.terms.bvNot(term);
  }

  bits(word: number): Term {
    const term = this.node(word);
    if (this.terms.sort(term).kind !== 'bv') this.reject(word, `${this.#line.words[word]} is not a bit-vector`);
    return term;
  }

  array(word: number): { readonly term: Term; readonly sort: ArraySort } {
    const term = this.node(word);
    const sort = this.terms.sort(term);
    return sort.kind === 'array' ? { term, sort } : this.reject(word, `${this.#line.words[word]} is not an array`);
  }

  /** Width in bits of the result sort (word 2) of a line with `words` words. */
  resultWidth(words: number): number {
    this.arguments(words, 0);
    return this.#width(2);
  }

  expectWidth(word: number, width: number, expected: number): void {
    if (width !== expected) this.reject(word, `'${this.#line.words[1]}': ${width} bits where ${expected} are expected`);
  }

  expectSort(word: number, sort: Sort, expected: Sort): void {
    if (!equalSorts(sort, expected))
      this.reject(word, `'${this.#line.words[1]}': ${show(sort)} where ${show(expected)} is expected`);
  }

  define(term: Term): void {
    this.#nodes.set(this.#id, term);
  }

  sortLine(): void {
    const kind = this.#line.words[2];
    if (kind === 'bitvec') {
      this.arguments(4, 0);
      const width = this.natural(3);
      if (width < 1 || width > MAX_BTOR2_WIDTH) this.reject(3, `a width from 1 to ${MAX_BTOR2_WIDTH} is expected`);
      this.#sorts.set(this.#id, { kind: 'bv', width });
    } else if (kind === 'array') {
      this.arguments(5, 0);
      const index = this.sort(3);
      const element = this.sort(4);
      if (index.kind !== 'bv' || element.kind !== 'bv') this.reject(3, 'arrays of arrays are not supported');
      this.#sorts.set(this.#id, { kind: 'array', index, element });
    } else this.reject(2, `'bitvec' or 'array' is expected, not '${kind ?? 'the end of the line'}'`);
  }

  input(): void {
    const { term, name } = this.#variable('input');
    this.inputs.push({ term, name });
    this.define(term);
  }

  state(): void {
    const { term, name } = this.#variable('state');
    const state = { term, name, line: this.#line, init: null, next: null };
    this.states.push(state);
    this.#stateOf.set(term, state);
    this.define(term);
  }

  initOrNext(which: 'init' | 'next'): void {
    this.arguments(5, 1);
    const sort = this.sort(2);
    const variable = this.node(3);
    const state = this.#line.words[3].startsWith('-') ? undefined : this.#stateOf.get(variable);
    if (state === undefined) this.reject(3, `${this.#line.words[3]} is not a state`);
    if (state[which] !== null) this.reject(3, `a second '${which}' of state ${this.#line.words[3]}`);
    this.expectSort(2, sort, this.terms.sort(variable));
    let value = this.node(4);
    if (which === 'init' && sort.kind === 'array' && this.terms.sort(value).kind === 'bv') {
      this.expectSort(4, this.terms.sort(value), sort.element); // one value for every element
      value = this.terms.constArray(sort.index, value);
    }
    this.expectSort(4, this.terms.sort(value), sort);
    state[which] = value;
  }

  property(kind: 'bad' | 'constraint'): void {
    this.arguments(3, 1);
    const bit = this.bits(2);
    this.expectWidth(2, this.terms.width(bit), 1);
    const term = this.terms.eq(bit, this.terms.bv(1, 1));
    if (kind === 'constraint') this.constraints.push(term);
    else this.bads.push({ term, name: this.#badName(this.#line.words[3] ?? `bad${this.bads.length}`) });
  }

  /** The name of a bad property, which no other one has. */
  #badName(stated: string): string {
    let name = stated;
    for (let i = this.bads.length; this.#badNames.has(name); i++) name = `${stated}#${i}`;
    this.#badNames.add(name);
    return name;
  }

  constant(kind: 'const' | 'constd' | 'consth'): Term {
    const width = this.resultWidth(4);
    const text = this.#line.words[3];
    const pattern = kind === 'const' ? /^[01]+$/ : kind === 'constd' ? /^-?[0-9]+$/ : /^[0-9a-fA-F]+$/;
    if (!pattern.test(text)) this.reject(3, `'${text}' is not a value of '${kind}'`);
    const prefix = kind === 'const' ? '0b' : kind === 'consth' ? '0x' : '';
    const value = BigInt(prefix + text);
    if (value >= 1n << BigInt(width) || value < -(1n << BigInt(width - 1)))
      this.reject(3, `${text} does not fit into ${width} bits`);
    return this.terms.bv(width, BigInt.asUintN(width, value));
  }

  #width(word: number): number {
    const sort = this.sort(word);
    return sort.kind === 'bv' ? sort.width : this.reject(word, 'a bit-vector sort is expected');
  }

  #variable(what: 'input' | 'state'): { term: Term; name: string } {
    this.arguments(3, 1);
    let name = this.#line.words[3] ?? `${what}${this.#id}`;
    while (this.#names.has(name)) name = `${name}#${this.#id}`;
    this.#names.add(name);
    return { term: this.terms.variable(name, this.sort(2)), name };
  }
}

function equalSorts(a: Sort, b: Sort): boolean {
  if (a.kind === 'bv') return b.kind === 'bv' && a.width === b.width;
  if (a.kind === 'array') return b.kind === 'array' && equalSorts(a.index, b.index) && equalSorts(a.element, b.element);
  return a.kind === b.kind;
}

function show(sort: Sort): string {
  if (sort.kind === 'bv') return `${sort.width} bits`;
  return sort.kind === 'array' ? `an array from ${show(sort.index)} to ${show(sort.element)}` : sort.kind;
}
