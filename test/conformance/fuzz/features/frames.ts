import type { Expressions } from '../expressions.ts';
import { Scope } from '../places.ts';
import { declare, INTEGERS } from '../types.ts';

/**
 * Recursive functions whose activations see each other's variables: each hands the address of its
 * own to the next, which changes what the others have. They depend on their arguments alone, so
 * that expressions may call them.
 */
export function frames(expressions: Expressions, count: number): string[] {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const name = `fr${i}`;
    lines.push(...(expressions.random.chance(50) ? byPointer(expressions, name) : byChain(expressions, name)));
    expressions.pure.push({ name, parameters: 2 });
  }
  return lines;
}

/** A local variable, and an array, given to the next activation by address. */
function byPointer(expressions: Expressions, name: string): string[] {
  const { random } = expressions;
  const type = random.pick(INTEGERS);
  const t = declare(type, '');
  const scope = new Scope(1, null);
  for (const text of ['p', 'here', '(*up)', 'a[0]', 'a[1]', 'a[p & 1]']) scope.add(text, type);
  const e = (): string => expressions.integer(scope, 2);
  const place = (): string => random.pick(['here', '*up', 'a[0]', 'a[1]', 'a[n & 1]']);
  const twice = random.chance(30) ? `r += ${name}_r(n - 2, p, &a[0]);` : '';
  return [
    `static ${t} ${name}_r(int n, ${t} p, ${t} *up) {`,
    `${t} here = p, a[2] = { 1, p };`,
    `if (n <= 0) { ${place()} = ${e()}; return here + *up; }`,
    `${place()} ${random.pick(['=', '+=', '^='])} ${e()};`,
    `${t} r = ${name}_r(n - 1, ${e()}, ${random.pick(['&here', 'up', '&a[1]', '&a[n & 1]', `${random.below(2)} ? up : &here`])});`,
    twice,
    `${place()} += r; return ${e()} + here; }`,
    `static int ${name}(int p0, int p1) { ${t} top = p1; int r = ${name}_r(p0 & 3, p1, &top); return r + top * 3; }`,
  ];
}

/** Records of the activations in a list that the last one walks over. */
function byChain(expressions: Expressions, name: string): string[] {
  const { random } = expressions;
  const type = random.pick(INTEGERS);
  const scope = new Scope(1, null);
  scope.add('here.v', type);
  scope.add('f->v', type);
  const own = new Scope(1, null);
  own.add('here.v', type);
  const e = (): string => expressions.integer(scope, 2);
  const o = (): string => expressions.integer(own, 1);
  return [
    `struct F${name} { struct F${name} *up; ${declare(type, 'v')}; };`,
    `static int ${name}_r(int n, struct F${name} *up) {`,
    `struct F${name} here = { up, n }; int r = 0;`,
    `for (struct F${name} *f = ${random.pick(['&here', 'up'])}; f; f = f->up) { f->v ${random.pick(['=', '+=', '^='])} ${e()}; r = r * 3 + f->v; }`,
    `if (n > 0 && !(${random.chance(40) ? o() : '0'})) r += ${name}_r(n - 1, ${random.chance(80) ? '&here' : 'here.up'});`,
    `return r * 5 + here.v; }`,
    `static int ${name}(int p0, int p1) { struct F${name} f = { 0, p1 }; return ${name}_r(p0 & 3, &f) + f.v; }`,
  ];
}
