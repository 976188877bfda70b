import type { Expressions } from '../expressions.ts';
import { type Place, Scope } from '../places.ts';
import type { StatementMaker, Statements } from '../statements.ts';
import { declare, INTEGERS, type Type } from '../types.ts';

/**
 * A function that may change what its arguments and the global variables lead to: called in
 * statements of its own.
 */
export interface Procedure {
  readonly name: string;
  readonly result: Type;
  readonly parameters: readonly Type[];
}

/** Functions that depend on their arguments alone: straight, recursive, or of two that call each other. */
export function pureFunctions(expressions: Expressions, count: number, recursive: boolean): string[] {
  const { random } = expressions;
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const name = `f${i}`;
    const parameters = random.between(1, 3);
    const scope = new Scope(1, null);
    const types = Array.from({ length: parameters }, () => random.pick(INTEGERS));
    for (const [k, type] of types.entries()) scope.add(`p${k}`, type);
    const list = types.map((type, k) => declare(type, `p${k}`)).join(', ');
    const e = (): string => expressions.integer(scope, 2);
    const result = declare(random.pick(INTEGERS), '');
    if (recursive && random.chance(60)) {
      lines.push(...recursion(name, result, list, parameters, e, random.chance(40)));
    } else {
      lines.push(`${result} ${name}(${list}) { if (${e()}) return ${e()}; p0 += ${e()}; return ${e()}; }`);
    }
    expressions.pure.push({ name, parameters });
  }
  return lines;
}

function recursion(
  name: string,
  result: string,
  list: string,
  parameters: number,
  e: () => string,
  mutual: boolean,
): string[] {
  const inner = (to: string): string => `${to}(n - 1${Array.from({ length: parameters }, () => `, ${e()}`).join('')})`;
  const [self, other] = [`${name}_r`, mutual ? `${name}_s` : `${name}_r`];
  const named = list.split(', ').map((one) => /\w+$/.exec(one)![0]);
  const body = (to: string): string =>
    `{ if (n <= 0 || ${e()}) return ${e()}; int t = ${e()}; ${result} r = ${inner(to)}; return r + t * 3 + n; }`;
  return [
    `${result} ${other}(int n, ${list});`,
    `${result} ${self}(int n, ${list}) ${body(other)}`,
    ...(mutual ? [`${result} ${other}(int n, ${list}) ${body(self)}`] : []),
    `${result} ${name}(${list}) { return ${self}(${named[0]} & 3, ${named.join(', ')}); }`,
  ];
}

/** A procedure with statements of its own, which may return early. */
export function procedure(
  statements: Statements,
  globals: Scope,
  name: string,
  parameters: readonly Type[],
): { lines: string[]; made: Procedure } {
  const { random, expressions } = statements;
  const scope = new Scope(1, globals);
  const list = parameters.map((type, i) => declare(type, `${name}_${i}`));
  for (const [i, type] of parameters.entries()) scope.add(`${name}_${i}`, type);
  const result = random.pick(INTEGERS);
  const early = random.chance(40)
    ? [`if (${expressions.integer(scope, 2)}) return ${expressions.integer(scope, 1)};`]
    : [];
  const counted = random.pick(INTEGERS);
  const counter = random.chance(25) ? [`static ${declare(counted, `${name}_calls`)} = 3;`, `${name}_calls++;`] : [];
  if (counter.length > 0) scope.add(`${name}_calls`, counted, 0);
  const body = [
    ...counter,
    ...statements.statements(scope, random.between(1, 3), 1),
    ...early,
    ...statements.statements(scope, 1, 1),
  ];
  const head = declare(result, `${name}(${list.join(', ') || 'void'})`);
  return {
    lines: [`${head} {`, ...body, `return ${expressions.integer(scope, 2)};`, '}'],
    made: { name, result, parameters },
  };
}

/** `x = f(…)`: through a pointer now and then. */
export function calling(procedures: readonly Procedure[]): StatementMaker {
  return (statements, scope) => {
    const { expressions, random } = statements;
    if (procedures.length === 0) return null;
    const { name, result, parameters } = random.pick(procedures);
    const values = parameters.map((type) => expressions.valueFor(scope, parameterPlace(type, scope)));
    if (values.includes(null)) return null;
    const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
    const call = `(${values.join(', ')})`;
    if (target === null) return [`${name}${call};`];
    const same = procedures.filter((one) => signature(one) === signature({ name, result, parameters }));
    // The target is evaluated after the call here, and whenever the compiler likes there.
    const t = statements.fresh('t');
    const callee =
      random.chance(40) && same.length > 1
        ? `(${expressions.integer(scope, 2)} ? ${random.pick(same).name} : ${random.pick(same).name})`
        : name;
    return [`{ ${declare(result, t)} = ${callee}${call}; ${target.text} = ${t}; }`];
  };
}

function signature({ result, parameters }: Procedure): string {
  return declare(result, `(${parameters.map((type) => declare(type, '')).join(',')})`);
}

function parameterPlace(type: Type, scope: Scope): Place {
  return { text: '', type, bitField: false, lifetime: scope.depth, holds: scope.depth };
}

/** Variable arguments: the sum of what follows a count. */
export const VARIADIC = [
  'long vsum(int n, ...) { __builtin_va_list ap; long s = 0; __builtin_va_start(ap, n);',
  'for (int i = 0; i < n; i++) { if (i & 1) s = s * 3 + __builtin_va_arg(ap, int); else s ^= __builtin_va_arg(ap, long); }',
  '__builtin_va_end(ap); return s; }',
];

export const variadicCall: StatementMaker = ({ expressions, random }, scope) => {
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null) return null;
  const count = random.between(0, 4);
  const values = Array.from(
    { length: count },
    (_, i) => `, (${i % 2 === 0 ? 'long' : 'int'})(${expressions.integer(scope, 2)})`,
  );
  const given = random.chance(70) ? `${count}` : `(unsigned)(${expressions.integer(scope, 1)}) % ${count + 1}`;
  return [`${target.text} = vsum(${given}${values.join('')});`];
};
