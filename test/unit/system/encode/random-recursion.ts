import { randomSource } from './random-program.ts';

/**
 * A random program of functions that call each other, each time with less fuel: values that are
 * kept across calls, addresses of variables of earlier activations, arrays small and large, loops.
 * It prints a checksum and compares it with its last input.
 */
export function randomRecursion(seed: number): string {
  return new Generator(randomSource(seed)).program();
}

const NAMES = ['f', 'g', 'h'];

class Generator {
  constructor(private readonly below: (limit: number) => number) {}

  program(): string {
    const count = 1 + this.below(NAMES.length);
    const functions = NAMES.slice(0, count);
    return [
      'extern void reach_error(void);',
      'extern unsigned __VERIFIER_nondet_uint(void);',
      'extern int printf(const char *, ...);',
      'unsigned total;',
      ...functions.map((name) => `unsigned ${name}(unsigned fuel, unsigned a, unsigned *p);`),
      ...functions.map((name) => this.#define(name, functions)),
      'int main(void) {',
      '  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), mine = 1;',
      `  unsigned check = ${this.#pick(functions)}(${1 + this.below(2)}, x, &mine);`,
      `  check = check * 31 + ${this.#pick(functions)}(1, y, &total) + mine + total;`,
      '  printf("%u", check);',
      '  if (check == __VERIFIER_nondet_uint()) reach_error();',
      '  return 0;',
      '}',
    ].join('\n');
  }

  #define(name: string, functions: readonly string[]): string {
    const size = this.#pick([3, 70]);
    const statements = Array.from({ length: 2 + this.below(4) }, () => this.#statement(functions));
    return [
      `unsigned ${name}(unsigned fuel, unsigned a, unsigned *p) {`,
      `  unsigned b = a + ${this.below(9)}, c = fuel * 7, t[${size}];`,
      '  struct { unsigned m; unsigned *q; } s = { b, p };',
      `  for (unsigned i = 0; i < 3; i++) t[${size === 3 ? 'i' : 'i * 20'}] = a ^ i;`,
      `  if (fuel == 0) return ${this.#expression()};`,
      ...statements.map((text) => `  ${text}`),
      `  return ${this.#expression()} + t[${size === 3 ? '2' : '40'}] + b + *s.q;`,
      '}',
    ].join('\n');
  }

  #statement(functions: readonly string[]): string {
    const call = (): string =>
      `${this.#pick(functions)}(fuel - 1, ${this.#expression()}, ${this.#pick(['p', '&b', '&c', '&a', '&s.m', 's.q', '&total'])})`;
    return this.#pick([
      `b = ${this.#expression()};`,
      `c += ${call()};`,
      `b = b * 3 + ${call()};`,
      `*p += ${this.#expression()};`,
      `if (${this.#expression()} & 1) { unsigned d = c; c = ${call()}; c ^= d; } else s.q = &b;`,
      `for (unsigned i = 0; i < 2; i++) { unsigned e = i + a; unsigned *r = &e; *r += ${this.#expression()}; c += ${this.#pick([call(), '*r'])} + e; }`,
      `total += ${call()};`,
    ]);
  }

  #expression(): string {
    return this.#pick([
      'a',
      'b + fuel',
      'c ^ a',
      '*p',
      's.m * 5',
      'total',
      '(a < b ? c : *s.q)',
      `${this.below(100)}u`,
    ]);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
}
