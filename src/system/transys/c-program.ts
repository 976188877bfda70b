import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import type { StepModel } from './btor2/print.ts';

/** The widest word, in bits. */
const WIDEST = 128;

/**
 * Arrays are lists of writes, so that a copy costs nothing. Words have their values in the low bits, and zeros above.
 */
const PRELUDE = `#include <stdio.h>
#include <stdlib.h>

typedef unsigned __int128 word;
struct array { const struct array *before; word index, value; };

static word ones(int w) { return w >= ${WIDEST} ? ~(word)0 : ((word)1 << w) - 1; }
static __int128 number(word a, int w) { return (__int128)(a << (${WIDEST} - w)) >> (${WIDEST} - w); }
static word udiv(word a, word b, int w) { return b == 0 ? ones(w) : a / b; }
static word urem(word a, word b) { return b == 0 ? a : a % b; }
static word size(word a, int w) { return number(a, w) < 0 ? -a & ones(w) : a; }
static word sdiv(word a, word b, int w) {
  word q = udiv(size(a, w), size(b, w), w);
  return (number(a, w) < 0) != (number(b, w) < 0) ? -q & ones(w) : q;
}
static word srem(word a, word b, int w) {
  word r = urem(size(a, w), size(b, w));
  return number(a, w) < 0 ? -r & ones(w) : r;
}
static word shl(word a, word b, int w) { return b >= w ? 0 : a << b & ones(w); }
static word lshr(word a, word b, int w) { return b >= w ? 0 : a >> b; }
static word ashr(word a, word b, int w) { return number(a, w) >> (b >= w ? w - 1 : b) & ones(w); }
static const struct array *with(const struct array *before, word index, word value) {
  struct array *made = malloc(sizeof *made);
  if (made == NULL) abort();
  *made = (struct array){before, index, value};
  return made;
}
static word at(const struct array *a, word index) {
  while (a->before != NULL && a->index != index) a = a->before;
  return a->value;
}
static int left = 1;
static word given(int w) {
  unsigned long long high = 0, low;
  left = scanf("%llx", &low) == 1 && (w <= 64 || scanf("%llx", &high) == 1);
  return left ? ((word)high << 64 | low) & ones(w) : 0;
}
static void say(const char *name, word value) {
  printf(" %s=%llx", name, (unsigned long long)value);
  if (value >> 64 != 0) printf(":%llx", (unsigned long long)(value >> 64));
}
`;

/**
 * A model as a C program (GNU C). Its function `step` makes one step from a state, and tells the error that it
 * meets. `main` takes values in hexadecimal from the standard input: those of states without an initial one, then
 * the inputs of each step. It prints each state. Throws `E-INPUT` if the model has floating-point terms, nested
 * arrays, comparisons of arrays, or words of more than 128 bits.
 */
export function printC(model: StepModel): string {
  return new CWriter(model).text();
}

/**
 * A C function for a file that includes a model's program. It has the parameters `s` and `in`, the state and the
 * inputs of a step. `lines`: its last lines, from the C names of the terms. Throws as {@link printC}.
 */
export function printFunction(
  model: StepModel,
  head: string,
  terms: readonly Term[],
  lines: (values: readonly string[]) => readonly string[],
): string {
  return new CWriter(model).function(head, terms, lines);
}

class CWriter {
  /** The C text of each term in the present function. */
  readonly #names = new Map<Term, string>();
  readonly #terms: TermStore;

  constructor(private readonly model: StepModel) {
    this.#terms = model.terms;
  }

  text(): string {
    const { states, inputs, comment } = this.model;
    const fields = (list: StepModel['inputs'], letter: string): string =>
      list
        .map(({ term, name }, i) => `  ${fieldOf(this.#terms.sort(term))}${letter}${i}; /* ${plain(name)} */\n`)
        .join('');
    return [
      `/* ${plain(comment)} */`,
      PRELUDE,
      `struct state {\n${fields(states, 's')}  char none;\n};`,
      `struct inputs {\n${fields(inputs, 'i')}  char none;\n};\n`,
      this.#initial(),
      this.#step(),
      this.#main(),
    ].join('\n');
  }

  #initial(): string {
    const { states } = this.model;
    this.#names.clear();
    const lines = states.flatMap(({ term, init }, i) => {
      const place = `s->s${i}`;
      const sort = this.#terms.sort(term);
      this.#names.set(term, place);
      if (init === null) return [`${place} = ${read(sort)};`];
      const before = this.#define([init]);
      const value = this.#names.get(init)!;
      const isFilled = sort.kind === 'array' && this.#terms.sort(init).kind !== 'array';
      return [...before, `${place} = ${isFilled ? `with(NULL, 0, ${value})` : value};`];
    });
    return body('static void begin(struct state *s)', lines);
  }

  /** See {@link printFunction}. */
  function(head: string, terms: readonly Term[], lines: (values: readonly string[]) => readonly string[]): string {
    const { states, inputs } = this.model;
    this.#names.clear();
    for (const [i, { term }] of states.entries()) this.#names.set(term, `s->s${i}`);
    for (const [i, { term }] of inputs.entries()) this.#names.set(term, `in->i${i}`);
    const defined = this.#define(terms);
    return body(head, [...defined, ...lines(terms.map((t) => this.#names.get(t)!))]);
  }

  #step(): string {
    const { states, constraint, bads } = this.model;
    const used = [constraint, ...bads.map(({ term }) => term), ...states.flatMap(({ next }) => next ?? [])];
    const name = (t: Term): string => this.#names.get(t)!;
    return this.function('static int step(struct state *s, const struct inputs *in)', used, () => [
      `if (!${name(constraint)}) return -1;`,
      ...bads.map(({ term }, i) => `if (${name(term)}) return ${i + 1};`),
      `struct state after = *s;`,
      ...states.map(({ term, next }, i) =>
        next === null ? `after.s${i} = ${read(this.#terms.sort(term))};` : `after.s${i} = ${name(next)};`,
      ),
      `*s = after;`,
      'return 0;',
    ]);
  }

  #main(): string {
    const { states, inputs, bads } = this.model;
    const words = states.flatMap(({ term, name }, i) =>
      this.#terms.sort(term).kind === 'array' ? [] : [`say(${quoted(name)}, s.s${i});`],
    );
    const errors = ['', ...bads.map(({ name }) => name)].map(quoted).join(', ');
    return `int main(void) {
  static const char *const errors[] = {${errors}};
  struct state s;
  begin(&s);
  for (int count = 0;; count++) {
    printf("%d:", count);
    ${words.join('\n    ')}
    printf("\\n");
    struct inputs in = {0};
    ${inputs.map(({ term }, i) => `in.i${i} = ${read(this.#terms.sort(term))};`).join('\n    ')}
    if (!left) return 0;
    int error = step(&s, &in);
    if (error < 0) { printf("the constraint does not hold\\n"); return 2; }
    if (error > 0) { printf("error %s\\n", errors[error]); return 1; }
    ${inputs.length === 0 ? 'if (getchar() == EOF) return 0;' : ''}
  }
}
`;
  }

  /** The definitions of terms that have no name yet, arguments first. */
  #define(roots: readonly Term[]): readonly string[] {
    const lines: string[] = [];
    for (const t of postorder(this.#terms, roots)) {
      if (this.#names.has(t)) continue;
      const name = `t${t}`;
      lines.push(`const ${typeOf(this.#terms.sort(t))}${name} = ${this.#expression(t)};`);
      this.#names.set(t, name);
    }
    return lines;
  }

  #expression(t: Term): string {
    const terms = this.#terms;
    const [a, b, c] = Array.from({ length: terms.arity(t) }, (_, i) => this.#names.get(terms.arg(t, i))!);
    const sort = terms.sort(t);
    const width = sort.kind === 'bv' ? sort.width : 1;
    const first = terms.arity(t) === 0 ? sort : terms.sort(terms.arg(t, 0));
    const operand = first.kind === 'bv' ? first.width : 1;
    const cut = (text: string): string => `(${text}) & ones(${width})`;
    switch (terms.op(t)) {
      case Op.TRUE:
        return '1';
      case Op.FALSE:
        return '0';
      case Op.BV_CONST: {
        const value = terms.constValue(t);
        return `(word)0x${(value >> 64n).toString(16)}ull << 64 | 0x${BigInt.asUintN(64, value).toString(16)}ull`;
      }
      case Op.NOT:
        return `!${a}`;
      case Op.AND:
      case Op.BV_AND:
        return `${a} & ${b}`;
      case Op.EQ:
        return first.kind === 'array' ? unprintable('comparisons of arrays') : `${a} == ${b}`;
      case Op.ITE:
        return `${a} ? ${b} : ${c}`;
      case Op.BV_NOT:
        return cut(`~${a}`);
      case Op.BV_OR:
        return `${a} | ${b}`;
      case Op.BV_XOR:
        return `${a} ^ ${b}`;
      case Op.NEG:
        return cut(`-${a}`);
      case Op.ADD:
        return cut(`${a} + ${b}`);
      case Op.MUL:
        return cut(`${a} * ${b}`);
      case Op.UDIV:
        return `udiv(${a}, ${b}, ${width})`;
      case Op.UREM:
        return `urem(${a}, ${b})`;
      case Op.SDIV:
        return `sdiv(${a}, ${b}, ${width})`;
      case Op.SREM:
        return `srem(${a}, ${b}, ${width})`;
      case Op.SHL:
        return `shl(${a}, ${b}, ${width})`;
      case Op.LSHR:
        return `lshr(${a}, ${b}, ${width})`;
      case Op.ASHR:
        return `ashr(${a}, ${b}, ${width})`;
      case Op.ULT:
        return `${a} < ${b}`;
      case Op.SLT:
        return `number(${a}, ${operand}) < number(${b}, ${operand})`;
      case Op.CONCAT:
        return `${a} << ${width - operand} | ${b}`;
      case Op.EXTRACT:
        return cut(`${a} >> ${terms.low(t)}`);
      case Op.ZEXT:
        return a;
      case Op.SEXT:
        return cut(`(word)number(${a}, ${operand})`);
      case Op.SELECT:
        return `at(${a}, ${b})`;
      case Op.STORE:
        return `with(${a}, ${b}, ${c})`;
      case Op.CONST_ARRAY:
        return `with(NULL, 0, ${a})`;
      case Op.VARIABLE:
        throw new LemmataError('E-INTERNAL', `undeclared variable ${terms.name(t)}`);
      default:
        return unprintable('floating-point operations');
    }
  }
}

/** A C type, ready for a name. */
function typeOf(sort: Sort): string {
  switch (sort.kind) {
    case 'bool':
      return 'word ';
    case 'bv':
      return sort.width > WIDEST ? unprintable(`words of ${sort.width} bits`) : 'word ';
    case 'array':
      if (sort.index.kind === 'array' || sort.element.kind === 'array') return unprintable('arrays of arrays');
      return 'struct array *';
    case 'float':
      return unprintable('floating-point values');
  }
}

/** The type of a member that is written. */
const fieldOf = (sort: Sort): string => (sort.kind === 'array' ? `const ${typeOf(sort)}` : typeOf(sort));

/** The text that takes a value from outside. An array has one value everywhere. */
function read(sort: Sort): string {
  switch (sort.kind) {
    case 'bool':
      return 'given(1)';
    case 'bv':
      return `given(${sort.width})`;
    case 'array':
      return `with(NULL, 0, ${read(sort.element)})`;
    case 'float':
      return unprintable('floating-point values');
  }
}

const body = (head: string, lines: readonly string[]): string =>
  `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

/** A text that is safe in a comment. */
const plain = (text: string): string => text.replace(/\*\/|[\n\\]/g, ' ');

const quoted = (text: string): string => JSON.stringify(text.replace(/[^ -~]/g, '?'));

function unprintable(what: string): never {
  throw new LemmataError('E-INPUT', `this system cannot be written as C: it has ${what}`);
}
