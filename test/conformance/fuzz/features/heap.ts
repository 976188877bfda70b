import { Scope } from '../places.ts';
import type { StatementMaker } from '../statements.ts';
import { declare, hasPart, INTEGERS, type Type } from '../types.ts';

/** A pointer variable to a fresh object of the heap. */
export const allocated: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const type = random.pick(statements.types);
  if (hasPart(type, ({ kind }) => kind === 'pointer')) return null;
  const name = statements.fresh('h');
  const one = declare(type, '');
  const lines = random.chance(50)
    ? [`${one} *${name} = calloc(1, sizeof(${one}));`]
    : [`${one} *${name} = malloc(sizeof *${name});`, `memset(${name}, ${random.below(3)}, sizeof *${name});`];
  if (hasPart(type, (part) => part.kind === 'integer' && part.bits === 1))
    lines.push(`memset(${name}, 0, sizeof *${name});`);
  scope.add(name, { kind: 'pointer', to: type }, scope.depth);
  const init = type.kind === 'integer' ? [`*${name} = ${expressions.integer(scope, 2)};`] : [];
  return [...lines, ...init];
};

/** An array on the heap whose length depends on the inputs, grown later. */
export const growing: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null) return null;
  const a = statements.fresh('a');
  const type = declare(random.pick(INTEGERS), '');
  const grown = random.chance(40) ? [`${a} = realloc(${a}, (n_${a} + 2) * sizeof *${a});`, `${a}[n_${a}] = 5;`] : [];
  return [
    '{',
    `unsigned n_${a} = ((${expressions.integer(scope, 2)}) & 3) + 1;`,
    `${type} *${a} = ${random.pick([`malloc(n_${a} * sizeof *${a})`, `calloc(n_${a}, sizeof *${a})`])};`,
    `for (unsigned i = 0; i < n_${a}; i++) ${a}[i] = ${expressions.integer(scope, 1)} + i;`,
    ...grown,
    `${a}[(unsigned)(${expressions.integer(scope, 1)}) % n_${a}] ${random.pick(['=', '+=', '^='])} ${expressions.integer(scope, 2)};`,
    `${target.text} ${random.pick(['=', '+=', '^='])} ${a}[n_${a} - 1] + ${a}[0];`,
    `free(${a});`,
    statements.probe(),
    '}',
  ];
};

/** A list built in a loop, changed, walked over, and freed. */
export const list: StatementMaker = (statements, scope, depth) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null || depth === 0) return null;
  const l = statements.fresh('l');
  const value = random.pick(INTEGERS) as Type & { kind: 'integer' };
  const node = `struct N${l}`;
  const body = new Scope(scope.depth + 1, scope);
  body.add(`c_${l}->v`, value);
  const length = random.chance(40) ? `${random.between(1, 4)}` : `(${expressions.integer(scope, 2)}) & 3`;
  const made = `${node} *e = malloc(sizeof *e); e->v = ${expressions.integer(scope, 1)} + i;`;
  const build = random.chance(50)
    ? [`${made} e->next = ${l}; ${l} = e;`]
    : [`${made} e->next = 0; *last_${l} = e; last_${l} = &e->next;`];
  const reversed = random.chance(30)
    ? [
        `${node} *r_${l} = 0; while (${l}) { ${node} *e = ${l}; ${l} = e->next; e->next = r_${l}; r_${l} = e; } ${l} = r_${l};`,
      ]
    : [];
  const dropped = random.chance(40)
    ? [
        `for (${node} **e = &${l}; *e;) if ((*e)->v & 1) { ${node} *dead = *e; *e = dead->next; free(dead); } else e = &(*e)->next;`,
      ]
    : [];
  const freed = random.chance(50) ? [`while (${l}) { ${node} *e = ${l}->next; free(${l}); ${l} = e; }`] : [];
  return [
    '{',
    `${node} { ${declare(value, 'v')}; ${node} *next; } *${l} = 0, **last_${l} = &${l};`,
    `for (int i = 0, n = ${length}; i < n; i++) { ${build.join(' ')} }`,
    `last_${l} = 0;`,
    ...reversed,
    ...dropped,
    `for (${node} *c_${l} = ${l}; c_${l}; c_${l} = c_${l}->next) {`,
    ...statements.statements(body, 1, depth - 1),
    `${target.text} = ${target.text} * 3 + c_${l}->v;`,
    '}',
    ...freed,
    '}',
  ];
};

/** A binary tree that is searched while it is built. */
export const tree: StatementMaker = (statements, scope, depth) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null || depth < 2) return null;
  const t = statements.fresh('b');
  const node = `struct N${t}`;
  return [
    '{',
    `${node} { int key; ${node} *kid[2]; } *${t} = 0;`,
    `for (int i = 0; i < ${random.between(2, 4)}; i++) {`,
    `int key = (${expressions.integer(scope, 1)} + i * 3) & 7; ${node} **at = &${t};`,
    'while (*at && (*at)->key != key) at = &(*at)->kid[(*at)->key < key];',
    `if (!*at) { ${statements.probe()} *at = calloc(1, sizeof **at); (*at)->key = key; }`,
    '}',
    `for (${node} *at = ${t}; at; at = at->kid[${random.below(2)}]) ${target.text} = ${target.text} * 5 + at->key;`,
    '}',
  ];
};
