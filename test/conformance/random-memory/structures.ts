import { declare, INTEGERS } from '../fuzz/types.ts';
import type { Build } from './build.ts';
import type { Operation } from './operations.ts';

/** Operations on linked structures, tables of functions, containers of members, and strings. */

/** Chooses the integer variable that gets the result; null if the program has none. */
const target = (build: Build): string | null => (build.scalars.length === 0 ? null : build.random.pick(build.scalars));

/**
 * Builds, changes, walks and frees a list. It is singly or doubly linked, of blocks or of elements
 * of an array.
 */
const list: Operation = (build) => {
  const out = target(build);
  if (out === null) return null;
  const { random } = build;
  const node = `struct ${build.global('N')}`;
  const value = random.pick(INTEGERS.filter((type) => type.kind === 'integer' && type.bits > 1));
  const double = random.chance(40);
  const pool = random.chance(30);
  const l = build.fresh('l');
  const extra = random.pick(['', '', ' char tag;', ' unsigned bit : 3;']);
  const count = random.chance(40) ? `${random.between(1, 4)}` : `${random.pick(build.inputs).name}`;
  build.globals.push(
    `${node} { ${random.chance(50) ? `${declare(value, 'v')}; ${node} *next;` : `${node} *next; ${declare(value, 'v')};`}${double ? ` ${node} *back;` : ''}${extra} };`,
  );
  const fresh = pool
    ? `${node} *e = &pool_${l}[used_${l}++];`
    : `${node} *e = ${random.pick(['malloc(sizeof *e)', 'calloc(1, sizeof(*e))', `malloc(sizeof(${node}))`])};`;
  const front = random.chance(50);
  const back = double ? (front ? ` e->back = 0; if (${l}) ${l}->back = e;` : ` e->back = tail_${l};`) : '';
  const link = front
    ? `e->next = ${l};${back} ${l} = e;`
    : `e->next = 0;${back} if (tail_${l}) tail_${l}->next = e; else ${l} = e; tail_${l} = e;`;
  const unlink = double
    ? `if (e->back) e->back->next = e->next; else ${l} = e->next; if (e->next) e->next->back = e->back;`
    : '';
  const drop = random.pick([
    [],
    [
      `if (${l}) { ${node} *e = ${l}; ${l} = e->next;${double ? ` if (${l}) ${l}->back = 0;` : ''}${pool ? '' : ' free(e);'} }`,
    ],
    double
      ? [`for (${node} *e = ${l}, *n; e; e = n) { n = e->next; if (e->v & 1) { ${unlink}${pool ? '' : ' free(e);'} } }`]
      : [
          `for (${node} **at = &${l}; *at;) if ((*at)->v & 1) { ${node} *e = *at; *at = e->next;${pool ? '' : ' free(e);'} } else at = &(*at)->next;`,
        ],
    double
      ? []
      : [`{ ${node} *r = 0; while (${l}) { ${node} *e = ${l}; ${l} = e->next; e->next = r; r = e; } ${l} = r; }`],
    double
      ? []
      : [
          `if (${l} && ${l}->next) { ${node} t = *${l}; *${l} = *t.next; memcpy(t.next, &t, sizeof t); ${node} *s = t.next; s->next = ${l}->next; ${l}->next = s; }`,
        ],
  ]);
  const end = pool || random.chance(40) ? [] : [`while (${l}) { ${node} *e = ${l}; ${l} = ${l}->next; free(e); }`];
  const i = build.fresh('i');
  return [
    '{',
    `${node} *${l} = 0${front ? '' : `, *tail_${l} = 0`};`,
    ...(pool ? [`${node} pool_${l}[8]; int used_${l} = 0;`] : []),
    `for (int ${i} = 0; ${i} < ${count}; ${i}++) { ${fresh} e->v = ${build.value(i)}; ${link} }`,
    ...drop,
    `for (${node} *e = ${l}; e; e = e->next) ${out} = ${out} * 3 + (int)e->v${double ? ' + (e->back != 0)' : ''};`,
    ...end,
    '}',
  ];
};

/** Builds a binary search tree, by a loop or by recursion. */
const tree: Operation = (build) => {
  const out = target(build);
  if (out === null) return null;
  const { random } = build;
  const node = `struct ${build.global('T')}`;
  const t = build.fresh('t');
  const i = build.fresh('i');
  const [insert, total] = [build.global('insert'), build.global('total')];
  build.globals.push(
    `${node} { int key; ${node} *left, *right; };`,
    `static int ${total}(${node} *t) { return t ? t->key + 2 * ${total}(t->left) + 3 * ${total}(t->right) : 1; }`,
  );
  const recursive = random.chance(30);
  if (recursive)
    build.globals.push(
      `static ${node} *${insert}(${node} *t, int key) { if (!t) { t = malloc(sizeof *t); t->key = key; t->left = t->right = 0; } else if (key < t->key) t->left = ${insert}(t->left, key); else if (key > t->key) t->right = ${insert}(t->right, key); return t; }`,
    );
  const step = recursive
    ? `${t} = ${insert}(${t}, key);`
    : `${node} **at = &${t}; while (*at && (*at)->key != key) at = key < (*at)->key ? &(*at)->left : &(*at)->right; if (!*at) { *at = calloc(1, sizeof **at); (*at)->key = key; }`;
  return [
    '{',
    `${node} *${t} = 0;`,
    `for (int ${i} = 0; ${i} < ${random.between(2, 3)}; ${i}++) { int key = (${build.value(i)}) & 7; ${step} }`,
    random.chance(50)
      ? `${out} += ${total}(${t});`
      : `for (${node} *at = ${t}; at; at = ${random.pick(['at->left', 'at->right', 'at->key & 1 ? at->left : at->right'])}) ${out} = ${out} * 5 + at->key;`,
    '}',
  ];
};

/** Calls functions of a table with a row. */
const functions: Operation = (build) => {
  const row = build.row(({ type }) => type.kind === 'integer');
  const out = target(build);
  if (row === null || out === null) return null;
  const { random } = build;
  const type = declare(row.type, '');
  const names = Array.from({ length: random.between(2, 3) }, () => build.global('f'));
  const bodies = [
    'int s = 0; for (int i = 0; i < n; i++) s = s * 2 + (int)p[i]; return s;',
    'for (int i = 0; i < n; i++) p[i] = p[n - 1 - i]; return n;',
    'memset(p, 0, n * sizeof *p); return -1;',
    'return n > 1 ? (int)p[1] : (int)*p;',
    'p[0] += n; return (int)p[n - 1];',
  ];
  for (const name of names) build.globals.push(`static int ${name}(${type} *p, int n) { ${random.pick(bodies)} }`);
  const table = build.global('table');
  const at = `(unsigned)(${build.value()}) % ${names.length}`;
  if (random.chance(50)) {
    build.globals.push(
      `static int (*${random.chance(50) ? 'const ' : ''}${table}[])(${type} *, int) = { ${names.join(', ')} };`,
    );
    return [`${out} = ${table}[${at}](${row.pointer}, ${row.count});`];
  }
  const record = `struct ${build.global('O')}`;
  build.globals.push(`${record} { int kind; int (*call)(${type} *, int); };`);
  const o = build.fresh('o');
  return [
    '{',
    `${record} *${o} = malloc(sizeof *${o});`,
    `${o}->kind = ${at}; ${o}->call = ${o}->kind == 0 ? ${names[0]} : ${names[1]};`,
    `${record} c_${o} = *${o};`,
    `${out} = c_${o}.call(${row.pointer}, ${row.count});`,
    `free(${o});`,
    '}',
  ];
};

/** Finds the struct around a member from a pointer to the member. */
const container: Operation = (build) => {
  const out = target(build);
  if (out === null) return null;
  const { random } = build;
  const record = `struct ${build.global('C')}`;
  const [outer, inner] = random.pick([
    ['link', 'link'],
    ['pair.second', 'pair.second'],
    ['items[1]', 'items[1]'],
  ]);
  build.globals.push(
    `${record} { char tag; int link; struct { short first; long second; } pair; int items[3]; int value; };`,
  );
  const c = build.fresh('c');
  const member = outer === 'pair.second' ? 'long' : 'int';
  const size = random.between(2, 3);
  const made = random.chance(50) ? `${record} ${c}[${size}];` : `${record} *${c} = malloc(${size} * sizeof *${c});`;
  const at = `(unsigned)(${build.value()}) % ${size}`;
  return [
    '{',
    made,
    `for (int i = 0; i < ${size}; i++) { memset(&${c}[i], 0, sizeof ${c}[i]); ${c}[i].value = ${build.value('i')}; }`,
    `${member} *m_${c} = &${c}[${at}].${outer};`,
    `*m_${c} = ${build.value()};`,
    `${record} *s_${c} = (${record} *)((char *)m_${c} - __builtin_offsetof(${record}, ${inner}));`,
    `s_${c}->value += 5; s_${c}->tag = 1;`,
    `for (int i = 0; i < ${size}; i++) ${out} = ${out} * 3 + ${c}[i].value + (int)${c}[i].${outer} + ${c}[i].tag;`,
    '}',
  ];
};

/** Works on strings in buffers that are large enough, and have zeros behind the text: no run reads others. */
const strings: Operation = (build) => {
  const out = target(build);
  if (out === null) return null;
  const { random } = build;
  const s = build.fresh('s');
  const text = (): string => JSON.stringify(random.pick(['', 'a', 'ab', 'abc', 'b', 'ba']));
  const input = random.pick(build.inputs).name;
  const make = random.pick([
    `char ${s}[10] = ${text()};`,
    `char *${s} = memset(malloc(${input} + 8), 0, ${input} + 8); strcpy(${s}, ${text()});`,
    `char *${s} = strcpy(calloc(10, 1), ${text()});`,
    `char *${s} = realloc(memcpy(malloc(4), "abc", 4), 8 + ${input});`,
    `char v_${s}[${input} + 8], *${s} = v_${s}; memset(${s}, 0, ${input} + 8); memset(${s}, 'b', ${input} + 1); if (${input} > 3) ${s}[3] = 0;`,
    `struct { char tag; char body[10]; } b_${s} = { 1, ${text()} }; char *${s} = b_${s}.body;`,
  ]);
  const change = random.pick([
    `strcat(${s}, ${text()});`,
    `strcpy(${s}, ${input} ? ${text()} : ${text()});`,
    `strncpy(${s}, ${text()}, 2);`,
    `${s}[0] = 'a' + ${input};`,
    `memmove(${s} + 1, ${s}, strlen(${s}) + 1);`,
    `for (char *p = ${s}; *p; p++) *p = *p == 'a' ? 'b' : *p;`,
    `{ char t[10]; strcpy(t, ${s}); t[1] = 0; memcpy(${s}, t, 2); }`,
  ]);
  const result = random.pick([
    `(int)strlen(${s})`,
    `(strcmp(${s}, ${text()}) > 0)`,
    `(strncmp(${s}, ${text()}, 2) == 0)`,
    `(strchr(${s}, 'b') ? (int)(strchr(${s}, 'b') - ${s}) : -1)`,
    `(memcmp(${s}, "ab", 2) == 0)`,
    `${s}[0] * 2 + ${s}[strlen(${s}) / 2]`,
  ]);
  return ['{', make, change, `${out} = ${out} * 2 + ${result};`, '}'];
};

export const STRUCTURES: readonly (readonly [number, Operation])[] = [
  [5, list],
  [2, tree],
  [3, functions],
  [2, container],
  [3, strings],
];
