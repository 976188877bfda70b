/**
 * Random C programs without undefined behaviour that read unsigned inputs, compute, and compare a
 * checksum with their last input.
 */

export const INPUTS = 5;

const TYPES = [
  'char',
  'signed char',
  'unsigned char',
  'short',
  'unsigned short',
  'int',
  'unsigned',
  'long',
  'unsigned long',
  '_Bool',
  'long long',
];

/** A small generator of pseudo-random numbers (mulberry32). */
export function randomSource(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export function randomProgram(seed: number): string {
  return new Generator(randomSource(seed)).program();
}

class Generator {
  readonly #scalars: string[] = [];
  #loops = 0;

  constructor(private readonly random: (below: number) => number) {}

  program(): string {
    const { random } = this;
    const type = (): string => this.#pick(TYPES);
    const globals = ['g0', 'g1', 'g2'].map((name) => `${type()} ${name} = ${random(100)};`);
    const size = this.#pick([3, 5, 8, 70]);
    const fields = `struct S { ${type()} m; ${this.#pick(['int', 'unsigned', 'unsigned char'])} b : ${1 + random(7)}; unsigned c : ${1 + random(20)}; ${type()} v[3]; };`;
    const union = `union U { unsigned long w; unsigned char k[8]; ${this.#pick(['short', 'int', 'unsigned'])} p; };`;
    const locals = ['x0', 'x1', 'x2', 'x3'];
    this.#scalars.push('g0', 'g1', 'g2', ...locals, 's.m', 's.b', 's.c', 'ps->m', 'u.w', 'u.p', 'u.k[2]', '(*p)');
    const lines = [
      'extern unsigned __VERIFIER_nondet_uint(void);',
      'extern int printf(const char *, ...);',
      'extern void reach_error(void);',
      fields,
      union,
      ...globals,
      `${type()} a[${size}];`,
      `${type()} f(${type()} q, ${type()} r) { if (q > r) return q - r; q += 3; return q ^ r; }`,
      `void h(${this.#pick(['int', 'long', 'unsigned char'])} d, struct S *z, struct S y) { z->m = y.b + d; if (d & 1) z->v[d & 1] = y.m; }`,
      'int main(void) {',
      ...Array.from({ length: INPUTS }, (_, i) => `unsigned n${i} = __VERIFIER_nondet_uint();`),
      'struct S s = {1, 2, 3, {4, 5}}, o = {7}, *ps = &s;',
      'union U u;',
      'u.w = n1;',
      ...locals.map((name, i) => `${type()} ${name} = n${i % 4};`),
      `int z = 3, y = 4, *p = &z;`,
      ...this.#block(4 + random(5), 3, size),
      'unsigned long sum = 0;',
      ...[...this.#scalars, 'z', 'y', 's.v[0]', 's.v[1]', 's.v[2]', 'o.m', 'o.c'].map(
        (name) => `sum = sum * 31 + (unsigned long)${name};`,
      ),
      `for (int i = 0; i < ${Math.min(size, 8)}; i++) sum = sum * 31 + (unsigned long)a[i];`,
      'unsigned check = (unsigned)(sum ^ (sum >> 32));',
      'printf("%u", check);',
      'if (check == n4) reach_error();',
      'return 0;',
      '}',
    ];
    return `${lines.join('\n')}\n`;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.random(from.length)];
  }

  #block(count: number, depth: number, size: number): string[] {
    return Array.from({ length: count }, () => this.#statement(depth, size));
  }

  #statement(depth: number, size: number): string {
    const { random } = this;
    const e = (): string => this.#expression(3, size);
    const target = (): string => this.#pick([...this.#scalars, `a[${this.#index(size)}]`, `s.v[${this.#index(3)}]`]);
    const inner = (): string => this.#block(1 + random(3), depth - 1, size).join('\n');
    switch (random(depth > 0 ? 13 : 7)) {
      case 0:
      case 1:
        return `${target()} = ${e()};`;
      case 2:
        return `${target()} ${this.#pick(['+=', '-=', '*=', '^=', '|=', '&='])} ${e()};`;
      case 3:
        return `${target()}${this.#pick(['++', '--'])};`;
      case 4:
        return `p = ${this.#pick(['&z', '&y', `${e()} ? &z : &y`])};`;
      case 5:
        return this.#pick(['o = s;', 's = o;', `h(${e()}, ps, o);`, `ps = ${e()} ? &s : &o;`, 's.m = f(s.m, o.m);']);
      case 6:
        return `${target()} = f(${e()}, ${e()});`;
      case 7:
      case 8:
        return `if (${e()}) {\n${inner()}\n} else {\n${inner()}\n}`;
      case 9: {
        const i = `i${this.#loops++}`;
        return `for (int ${i} = 0; ${i} < ${1 + random(4)}; ${i}++) {\n${inner()}\n${random(3) === 0 ? `if (${e()}) ${this.#pick(['break', 'continue'])};\n` : ''}}`;
      }
      case 10: {
        const i = `i${this.#loops++}`;
        return `int ${i} = ${random(4)};\nwhile (${i}-- > 0) {\n${inner()}\n}`;
      }
      case 11:
        return `switch (${e()} & 3) {\ncase 0:\n${inner()}\nbreak;\ncase 1:\n${inner()}\ndefault:\n${inner()}\n}`;
      default:
        return `{\n${this.#pick(TYPES)} t = ${e()};\n${inner()}\n${target()} = t;\n}`;
    }
  }

  #index(size: number): string {
    return this.random(2) === 0 ? `${this.random(size)}` : `(unsigned)(${this.#expression(1, size)}) % ${size}`;
  }

  #expression(depth: number, size: number): string {
    const { random } = this;
    if (depth === 0 || random(4) === 0) {
      return this.#pick([
        ...this.#scalars,
        ...this.#scalars,
        `a[${random(size)}]`,
        `${random(300)}`,
        `-${random(9)}`,
        `${random(1 << 30)}u`,
        `n${random(4)}`,
      ]);
    }
    const e = (): string => this.#expression(depth - 1, size);
    switch (random(10)) {
      case 0:
      case 1:
        return `(${e()} ${this.#pick(['+', '-', '*', '&', '|', '^'])} ${e()})`;
      case 2:
        return `(${e()} ${this.#pick(['<', '<=', '>', '>=', '==', '!='])} ${e()})`;
      case 3:
        return `(${e()} ${this.#pick(['<<', '>>'])} (${e()} & 7))`;
      case 4:
        return `(${e()} ${this.#pick(['/', '%'])} ((${e()} & 15) + 1))`;
      case 5:
        return `${this.#pick(['-', '~', '!'])}(${e()})`;
      case 6:
        return `(${this.#pick(TYPES)})(${e()})`;
      case 7:
        return `(${e()} ? ${e()} : ${e()})`;
      case 8:
        return `(${e()} ${this.#pick(['&&', '||'])} ${e()})`;
      default:
        return `a[${this.#index(size)}]`;
    }
  }
}
