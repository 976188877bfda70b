import { Scope } from '../places.ts';
import type { StatementMaker, Statements } from '../statements.ts';
import { declare, hasPart, INTEGERS, type Type } from '../types.ts';

/**
 * Blocks of the heap with everything in them: bit-fields, unions, arrays, function pointers,
 * pointers to pointers.
 */

/** Functions for the pointers in nodes. */
export const OPERATIONS = [
  'static int op_add(int a, int b) { return a + b; }',
  'static int op_keep(int a, int b) { return a; }',
  'static int op_mix(int a, int b) { return b < 0 ? op_add(b, a) : a ^ b; }',
];
const OPERATION_NAMES = ['op_add', 'op_keep', 'op_mix'];

/** Two nodes that lead to each other, and a third name for one of them; changed, copied, called through. */
export const node: StatementMaker = (statements, scope, depth) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null || depth === 0) return null;
  const n = statements.fresh('k');
  const e = (): string => expressions.integer(scope, 1);
  const record = nodeType(statements, `struct N${n}`);
  if (record.kind !== 'record') return null;
  const body = new Scope(scope.depth + 1, scope);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}_${n}`);
  for (const text of [a, b, c, `${a}->next`, `${b}->next->next`, `(*${c}->back)`]) body.add(`(*${text})`, record);
  const fields = record.fields.map(
    ({ name, type, bits }) => `${declare(type, name)}${bits === null ? '' : ` : ${bits}`};`,
  );
  const op = (): string => `${e()} ? ${random.pick(OPERATION_NAMES)} : ${random.pick(OPERATION_NAMES)}`;
  const copied = random.chance(40)
    ? [
        random.pick([
          `*${a} = *${b};`,
          `*${c} = *${a}->next;`,
          `memmove(${a}, ${b}, sizeof *${a});`,
          swapped(record.name, a, b),
        ]),
      ]
    : [];
  return [
    '{',
    `${record.name} { ${fields.join(' ')} int (*op)(int, int); ${record.name} *next, **back; };`,
    `${record.name} *${a} = calloc(1, sizeof *${a}), *${b} = malloc(sizeof *${b}), *${c} = ${e()} ? ${a} : ${b};`,
    `memset(${b}, 0, sizeof *${b});`,
    `${a}->next = ${random.pick([a, b, c])}; ${b}->next = ${random.pick([a, c])};`,
    `${a}->back = &${random.pick([a, b, c])}->next; ${b}->back = &${random.pick([a, b, c])}->next;`,
    `${a}->op = ${op()}; ${b}->op = ${op()};`,
    ...statements.statements(body, random.between(1, 2), depth - 1),
    ...copied,
    ...statements.statements(body, 1, depth - 1),
    `{ int t = ${random.pick([a, b, c, `${c}->next`, `(*${a}->back)`])}->op(${e()}, ${e()}); ${target.text} = t; }`,
    ...(random.chance(60) ? [`free(${a}); free(${b});`] : []),
    '}',
  ];
};

/** Numbers and arrays of them, bit-fields among them, and records of the program that have no pointers. */
function nodeType(statements: Statements, name: string): Type {
  const { random } = statements;
  const flat = statements.types.filter(
    (type) => type.kind === 'record' && !hasPart(type, ({ kind }) => kind === 'pointer'),
  );
  const fields = Array.from({ length: random.between(2, 4) }, (_, i) => {
    const inner = random.pick(INTEGERS);
    const field = { name: `m${i}`, type: inner, bits: null };
    switch (random.below(4)) {
      case 0:
        return inner.kind === 'integer' ? { ...field, bits: random.between(1, inner.bits) } : field;
      case 1:
        return { ...field, type: { kind: 'array', of: inner, length: random.between(2, 4) } as const };
      case 2:
        return flat.length > 0 ? { ...field, type: random.pick(flat) } : field;
      default:
        return field;
    }
  });
  return { kind: 'record', name, union: false, fields };
}

function swapped(type: string, a: string, b: string): string {
  return `{ ${type} t = *${a}; *${a} = *${b}; *${b} = t; }`;
}

/** A block that is grown and shrunk by steps; what is kept stays. */
export const chain: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null) return null;
  const a = statements.fresh('g');
  const type = declare(random.pick(INTEGERS), '');
  const first = random.pick([
    `calloc(n_${a}, sizeof *${a})`,
    `memset(malloc(n_${a} * sizeof *${a}), 0, n_${a} * sizeof *${a})`,
  ]);
  const e = (): string => expressions.integer(scope, 1);
  const shrunk = random.chance(40) ? [`n_${a} -= n_${a} > 1; ${a} = realloc(${a}, n_${a} * sizeof *${a});`] : [];
  return [
    '{',
    `unsigned n_${a} = ((${e()}) & 1) + 1; ${type} *${a} = ${first};`,
    `for (int i = 0, k = ${random.chance(50) ? `${random.between(1, 3)}` : `(${e()}) & 3`}; i < k; i++) {`,
    `n_${a} += ${random.between(1, 2)}; ${a} = realloc(${a}, n_${a} * sizeof *${a});`,
    `for (unsigned j = n_${a} - 2; j < n_${a}; j++) ${a}[j] = ${e()} + j;`,
    statements.probe(),
    '}',
    ...shrunk,
    `${target.text} ${random.pick(['=', '+=', '^='])} ${a}[(unsigned)(${e()}) % n_${a}] + ${a}[n_${a} - 1] * 3;`,
    ...(random.chance(50) ? [`free(${a});`] : []),
    '}',
  ];
};
