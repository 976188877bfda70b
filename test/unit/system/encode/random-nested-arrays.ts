import type { randomSource } from './random-program.ts';

type Random = ReturnType<typeof randomSource>;

type Type =
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'array'; readonly element: Type; readonly length: number }
  | { readonly kind: 'record'; readonly name: string; readonly members: readonly Type[] };

/**
 * A random program about arrays in structs, unions and arrays. Its object lies between other
 * members of a global, local or heap object, and is accessed by name or through pointers. An index
 * is a constant or made of an input, and may be beyond its array. The program prints a checksum, of
 * all inputs as well, and compares it with its last input.
 */
export function randomNestedArrays(random: Random): string {
  return new Generator(random).program();
}

class Generator {
  readonly #records: string[] = [];
  /** The type of all scalars, if they have one. */
  readonly #oneType: string | null;

  constructor(private readonly random: Random) {
    this.#oneType = random(2) === 0 ? this.#pick(['int', 'char', 'unsigned short']) : null;
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[this.random(choices.length)];
  }

  #type(depth: number): Type {
    const kind = depth === 0 ? 'scalar' : this.#pick(['array', 'array', 'struct', 'struct', 'union', 'scalar']);
    switch (kind) {
      case 'array':
        return { kind: 'array', element: this.#type(depth - 1), length: this.#pick([1, 2, 2, 3, 4, 4, 7, 40]) };
      case 'struct':
      case 'union': {
        const members = Array.from({ length: 1 + this.random(3) }, () => this.#type(depth - 1));
        const name = `r${this.#records.length}`;
        this.#records.push(`${kind} ${name} { ${members.map((member, i) => declared(member, `m${i}`)).join(' ')} };`);
        return { kind: 'record', name: `${kind} ${name}`, members };
      }
      default:
        return { kind: 'scalar', name: this.#oneType ?? this.#pick(['int', 'char', 'short', 'unsigned', 'long']) };
    }
  }

  /** A scalar within `whole`; `beyond`: indices may be beyond their arrays, only the last one if `near`. */
  #scalarIn(whole: string, type: Type, beyond: boolean, near = false): string {
    let path = whole;
    let inner = type;
    while (inner.kind !== 'scalar') {
      if (inner.kind === 'record') {
        const member = this.random(inner.members.length);
        path = `${path}.m${member}`;
        inner = inner.members[member];
      } else {
        const { element, length } = inner;
        path = `${path}[${this.#index(length, beyond && (!near || element.kind === 'scalar'))}]`;
        inner = element;
      }
    }
    return path;
  }

  #index(length: number, beyond: boolean): string {
    const input = this.#pick(['x0', 'x1', 'x2']);
    if (!beyond || this.random(2) === 0) return this.#pick([`${this.random(length)}`, `${input} % ${length}u`]);
    return this.#pick([
      `${length}`,
      `${length + 1}`,
      '-1',
      `${input} % ${length + 1}u`,
      `${input} % ${length + 2}u`,
      `(int)(${input} % ${length + 1}u) - 1`,
      `(long)(${input} % ${length + 1}u)`,
      `(unsigned char)(${input} % ${length + 1}u)`,
    ]);
  }

  program(): string {
    const type = this.#type(3);
    const root = (): string => this.#pick(['w.o', 'l.o', 'p->o', 'h->o', 'e->o', '(*q)']);
    const value = (): string => this.#pick(['x1', 'x2 + 3', '5', 'sum', '-1']);
    const place = (beyond: boolean): string => this.#scalarIn(root(), type, beyond);
    const near = (): string => this.#scalarIn(root(), type, true, true);
    const statement = (beyond: boolean): string =>
      this.#pick([
        () => `${place(beyond)} = ${value()};`,
        () => `note(${place(beyond)});`,
        () => `${place(beyond)} += ${value()};`,
        () => `if (x0 & 1) ${place(beyond)} = ${value()}; else note(${place(false)});`,
        () => {
          const name = this.#pick(['w', 'l', '(*p)', '(*e)']);
          return `note((char *)&${this.#scalarIn(`${name}.o`, type, true, true)} - (char *)&${name});`;
        },
        () =>
          `{ __typeof__(${place(false)}) *r = (void *)&${beyond ? near() : place(false)}; note(*r); *r = ${value()}; }`,
        () => `{ int t = ${value()}; __builtin_memcpy(&${beyond ? near() : place(false)}, &t, 1); }`,
        () => `__builtin_memset(&${beyond ? near() : place(false)}, ${value()}, 1);`,
        () => `{ struct whole *r = x1 & 1 ? p : h; note(${this.#scalarIn('r->o', type, beyond)}); r->tail[0]++; }`,
        () => `{ struct whole t = ${this.#pick(['w', '*p', 'l'])}; note(${this.#scalarIn('t.o', type, beyond)}); }`,
        () => `put(${this.#pick(['&w', '&l', 'p', 'h'])}, ${value()}, x0, x1, x2);`,
      ])();
    const put = `static void put(struct whole *p, int value, unsigned x0, unsigned x1, unsigned x2) { ${this.#scalarIn('p->o', type, this.random(4) === 0)} = value; }`;
    const statements = Array.from({ length: 5 + this.random(4) }, () => statement(this.random(5) === 0));
    const read = (name: string): string =>
      `note(${this.#scalarIn(`${name}.o`, type, false)} + ${name}.tail[0] + ${name}.head[1]);`;
    return `extern unsigned __VERIFIER_nondet_uint(void);
extern int printf(const char *, ...);
void *calloc(unsigned long, unsigned long);
void reach_error(void) {}
${this.#records.join('\n')}
struct whole { int head[2]; ${declared(type, 'o')} int tail[3]; } w, g;
unsigned sum;
static void note(unsigned value) { sum = sum * 31 + value; }
${put}
int main(void) {
  unsigned x0 = __VERIFIER_nondet_uint();
  unsigned x1 = __VERIFIER_nondet_uint();
  unsigned x2 = __VERIFIER_nondet_uint();
  unsigned x3 = __VERIFIER_nondet_uint();
  struct whole l = { { 1, 2 } };
  struct whole *p = &w, *h = calloc(1, sizeof *h), *e = x2 % 2 ? &g : &l;
  __typeof__(w.o) *q = x1 % 3 ? &l.o : &h->o;
  __builtin_memset(&l, 0, sizeof l);
  w.head[1] = l.tail[0] = h->tail[0] = 7;
  ${statements.join('\n  ')}
  ${['w', 'l', '(*h)', 'g'].map(read).join('\n  ')}
  note(x0 + x1 * 3 + x2 * 7);
  printf("%u", sum);
  if (sum == x3) reach_error();
  return 0;
}
`;
  }
}

/** The declaration of an object of the type. */
function declared(type: Type, name: string): string {
  let suffix = '';
  let inner = type;
  for (; inner.kind === 'array'; inner = inner.element) suffix += `[${inner.length}]`;
  return `${inner.name} ${name}${suffix};`;
}
