import { randomSource } from './random-program.ts';

/**
 * A random program of jumps: labels within blocks and loops, switches with cases in any order and
 * at any depth, loops that are left and entered in their midst, calls by pointers. It has no
 * undefined behaviour, prints a checksum and compares it with its last input; fuel bounds how often
 * anything is repeated.
 */
export function randomControl(seed: number): string {
  return new Generator(randomSource(seed)).program();
}

/** Where a statement stands. */
interface Place {
  readonly depth: number;
  readonly inLoop: boolean;
  readonly inSwitch: boolean;
  /** A jump to here would miss the start of a variable. */
  readonly closed: boolean;
}

const OUTERMOST: Place = { depth: 2, inLoop: false, inSwitch: false, closed: false };
const HELPERS = ['f', 'g', 'h'];
/** Consumes fuel where there is any; false otherwise. */
const AGAIN = 'fuel > 0 && (fuel--, 1)';

class Generator {
  #labels: string[] = [];
  #unplaced: string[] = [];
  #names = 0;
  #prefix = '';
  /** Helpers that may be called: those that are there already, so that only fuel lets them recur. */
  #callable: readonly string[] = [];

  constructor(private readonly below: (limit: number) => number) {}

  program(): string {
    const helpers = HELPERS.map((name, i) => {
      this.#callable = this.below(12) === 0 ? HELPERS : HELPERS.slice(0, i);
      return this.#helper(name);
    });
    this.#callable = HELPERS;
    return [
      'extern void reach_error(void);',
      'extern unsigned __VERIFIER_nondet_uint(void);',
      'extern int printf(const char *, ...);',
      'unsigned fuel = 25, total, t[4];',
      'struct pair { unsigned u, v; } s;',
      ...HELPERS.map((name) => `unsigned ${name}(unsigned a, unsigned *p);`),
      'static unsigned (*table[3])(unsigned, unsigned *) = { f, g, h };',
      ...helpers,
      'int main(void) {',
      '  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint(), d = 0, mode = 0, *p = &b;',
      '  unsigned (*fp)(unsigned, unsigned *) = f;',
      this.#body(3 + this.below(4)),
      '  unsigned check = a + b * 3 + c * 5 + d * 7 + mode * 11 + *p * 13 + total * 17 + fuel * 19 + s.u * 23 + s.v * 29;',
      '  for (int i = 0; i < 4; i++) check = check * 31 + t[i];',
      '  printf("%u", check);',
      '  if (check == __VERIFIER_nondet_uint()) reach_error();',
      '  return 0;',
      '}',
    ].join('\n');
  }

  #helper(name: string): string {
    return [
      `unsigned ${name}(unsigned a, unsigned *p) {`,
      '  unsigned b = a ^ 5, c = *p, d = 1, mode = 0;',
      '  unsigned (*fp)(unsigned, unsigned *) = table[a % 3];',
      '  if (fuel == 0) return c;',
      '  fuel--;',
      this.#body(1),
      '  return a + b + c * d + mode + (fp == f);',
      '}',
    ].join('\n');
  }

  #body(count: number): string {
    this.#prefix = `L${this.#names++}_`;
    this.#labels = Array.from({ length: this.below(4) }, (_, i) => `${this.#prefix}${i}`);
    this.#unplaced = [...this.#labels];
    const text = this.#statements(count, OUTERMOST);
    return `${text}\n${this.#unplaced.map((label) => `${label}: ;`).join('\n')}`;
  }

  #statements(count: number, place: Place): string {
    return Array.from({ length: count }, () => this.#label(place) + this.#statement(place)).join('\n');
  }

  #some(place: Place): string {
    return this.#statements(1 + this.below(3), place);
  }

  #label(place: Place): string {
    if (place.closed || this.#unplaced.length === 0 || this.below(5) > 0) return '';
    return `${this.#unplaced.pop()}: ;\n`;
  }

  #statement(place: Place): string {
    const inner: Place = { ...place, depth: place.depth - 1 };
    const loop: Place = { ...inner, inLoop: true, inSwitch: false };
    const simple = place.depth === 0 || this.below(5) < 2;
    if (simple) return this.#simple(place);
    switch (this.below(11)) {
      case 0:
      case 1:
        return `if (${this.#condition()}) {\n${this.#some(inner)}\n} else {\n${this.#some(inner)}\n}`;
      case 2:
        return `while (${AGAIN} && ${this.#condition()}) {\n${this.#some(loop)}\n}`;
      case 3:
        return `do {\n${this.#some(loop)}\n} while (${AGAIN} && ${this.#condition()});`;
      case 4: {
        const i = `i${this.#names++}`;
        return `for (unsigned ${i} = ${this.below(3)}; ${i} < 5 && ${AGAIN}; ${i} += 1 + (${this.#condition()})) {\n${this.#some({ ...loop, closed: true })}\na += ${i};\n}`;
      }
      case 5:
      case 6:
        return this.#switch(inner);
      case 7: {
        const v = `v${this.#names++}`;
        return `{\n${this.#label(inner)}unsigned ${v} = ${this.#expression()};\n${this.#some({ ...inner, closed: true })}\nb ^= ${v};\n}`;
      }
      case 8: {
        const v = `v${this.#names++}`;
        const within = this.#some({ ...inner, closed: true, inLoop: false, inSwitch: false });
        return `c += ({ unsigned ${v} = ${this.#expression()};\n${within}\n${v} + d; });`;
      }
      case 9: {
        // A loop that is entered at any of its parts.
        const [one, two] = [this.#some(loop), this.#some(loop)];
        return `switch (${this.#expression()} % 3) {\ncase 0: while (${AGAIN} && ${this.#condition()}) {\n${one}\ncase 1: ;\n${two}\ndefault: ; }\n}`;
      }
      default:
        return `for (;; ) {\nif (!(${AGAIN})) break;\n${this.#some(loop)}\nif (${this.#condition()}) break;\n}`;
    }
  }

  #switch(inner: Place): string {
    const count = this.#pick([2, 3, 5, 20]);
    const place: Place = { ...inner, inSwitch: true };
    const cases = Array.from({ length: count }, (_, i) => {
      const range = count < 20 && this.below(4) === 0;
      const name = range
        ? `case ${i * 3} ... ${i * 3 + 1}`
        : `case ${i * 3 - (this.below(6) === 0 ? 9 : 0) * (i === 0 ? 1 : 0)}`;
      return `${name}: ${count === 20 ? this.#simple(place) : this.#some(place)}${this.below(3) > 0 ? '\nbreak;' : ''}`;
    });
    if (this.below(4) > 0) cases.splice(this.below(cases.length + 1), 0, `default: ${this.#some(place)}`);
    const on = this.#pick(['', '(int)', '(signed char)', '(unsigned long long)']);
    return `switch (${on}(${this.#expression()} % ${3 * count + 2}${this.below(4) === 0 ? ' - 4' : ''})) {\n${cases.join('\n')}\n}`;
  }

  #simple(place: Place): string {
    const jumps: string[] = [];
    if (place.inLoop) jumps.push(`if (${this.#condition()}) continue;`, `if (${this.#condition()}) break;`);
    else if (place.inSwitch) jumps.push(`if (${this.#condition()}) break;`);
    if (this.#labels.length > 0) {
      const to = this.#pick(this.#labels);
      jumps.push(`if (${this.#condition()} && ${AGAIN}) goto ${to};`);
      jumps.push(
        `if (${AGAIN}) { static void *to[] = { &&${to}, &&${this.#pick(this.#labels)} }; goto *to[${this.#expression()} % 2]; }`,
      );
    }
    if (jumps.length > 0 && this.below(3) === 0) return this.#pick(jumps);
    const target = this.#pick(['a', 'b', 'c', 'd', 'mode', '*p', 't[a & 3]', 's.u', 's.v', 'total']);
    return this.#pick([
      `${target} = ${this.#expression()};`,
      `${target} += ${this.#expression()};`,
      `mode = ${this.below(12)};`,
      'mode++;',
      `p = ${this.#pick(['&a', '&b', '&t[b & 3]', '&s.v', '&total'])};`,
      `fp = ${this.#pick(this.#callable.length === 3 ? ['f', 'g', 'h', 'table[b % 3]'] : ['f'])};`,
      `s = (struct pair){ ${this.#expression()}, ${this.#expression()} };`,
      `(void)(${this.#condition()} && (d++, ${this.#condition()}) || (c += 2));`,
      `${target} = ${this.#condition()} ? ${this.#expression()} : ${this.#call()};`,
      `${target} = ${this.#call()};`,
      `${target} += (mode += 2, ${this.#expression()});`,
      `d ^= ${this.#expression()};`,
    ]);
  }

  #call(): string {
    if (this.#callable.length === 0) return this.#expression();
    const to = this.#callable.length === 3 && this.below(3) === 0 ? 'fp' : this.#pick(this.#callable);
    return `${to}(${this.#expression()}, ${this.#pick(['p', '&b', '&total', '&t[1]'])})`;
  }

  #condition(): string {
    return this.#pick([
      `${this.#expression()} % ${2 + this.below(3)} == ${this.below(2)}`,
      `${this.#expression()} > ${this.below(20)}`,
      `(${this.#expression()} & 3) != 2`,
      `mode == ${this.below(12)}`,
      'a < b',
      `(mode < ${this.below(9)} || ${this.#expression()} % 2)`,
    ]);
  }

  #expression(): string {
    return this.#pick([
      'a',
      'b',
      'c',
      'd',
      '*p',
      't[c & 3]',
      's.u',
      'total',
      'mode',
      'fuel',
      '(a + b)',
      '(c ^ d)',
      '(b >> 3)',
      '(mode * 3 + a)',
      `${this.below(30)}u`,
    ]);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
}
