import type { Random } from '../fuzz/random.ts';

/**
 * Scenes about memory: each is a block of C statements, one on a line, that uses objects of its own.
 * Now and then a scene has a fault. Names of library functions are those of `program.ts`.
 */

/** Numbers of one scene, and the chance of its fault. */
interface Draw {
  readonly random: Random;
  /** Whether this place of the scene gets its fault: about one in ten. */
  readonly isFaulty: () => boolean;
}

export type Scene = (draw: Draw) => readonly string[];

/** Builds a list, walks over it and releases it. */
const list: Scene = ({ random, isFaulty }) => {
  const n = random.between(1, 4);
  const after = isFaulty();
  const release = after
    ? ['free(l);', 'l = l->next;']
    : ['struct node *rest = l->next;', isFaulty() ? 'free(l->next);' : 'free(l);', 'l = rest;'];
  return [
    'struct node *l = 0;',
    `for (int k = 0; k < ${n}; k++) {`,
    'struct node *made = malloc(sizeof *made);',
    'made->v = k;',
    'made->next = l;',
    'l = made;',
    '}',
    `for (struct node *p = l; p${isFaulty() ? '->next' : ''}; p = p->next)`,
    'sum += p->v;',
    'while (l) {',
    ...release,
    '}',
    ...(isFaulty() ? ['sum += l->v;'] : []),
  ];
};

/** Copies and joins texts in a buffer that just fits, or is a byte too small. */
const text: Scene = ({ random, isFaulty }) => {
  const [a, b] = [random.between(0, 5), random.between(0, 4)];
  const small = isFaulty() ? 1 : 0;
  const size = Math.max(1, a + b + 1 - small + (random.chance(30) ? 2 : 0));
  const buffer = random.pick([
    `char t[${size}];`,
    `char *t = malloc(${size});`,
    `char *t = __builtin_alloca(${size});`,
  ]);
  const owns = buffer.includes('malloc');
  return [
    buffer,
    `strcpy(t, "${'abcdef'.slice(0, a)}");`,
    random.pick([`strcat(t, "${'xyzuvw'.slice(0, b)}");`, `strncat(t, "${'xyzuvw'.slice(0, b)}", ${b});`]),
    random.pick(['sum += strlen(t);', 'sum += strcmp(t, "abx");', "sum += strchr(t, 'c') != 0;", 'sum += t[0];']),
    random.pick([
      'sum += strrchr(t, 0) - t;',
      `sum += memcmp(t, "abcdef", ${Math.min(size, 3)});`,
      'sum += strspn(t, "ab");',
    ]),
    ...(owns ? ['free(t);'] : []),
  ];
};

/** Fills bytes without a terminator, and lets functions read them. */
const bytes: Scene = ({ random, isFaulty }) => {
  const n = random.between(1, 6);
  const ends = !isFaulty();
  return [
    random.chance(50) ? `char t[${n}];` : `char *t = malloc(${n});`,
    `memset(t, 'a', ${n + (isFaulty() ? 1 : 0)});`,
    ...(ends ? [`t[${n - 1}] = 0;`] : []),
    random.pick([
      'sum += strlen(t);',
      `sum += strnlen(t, ${n});`,
      `sum += memchr(t, 'z', ${n}) != 0;`,
      'char *d = strdup(t);\nsum += d[0];\nfree(d);',
      `char *d = strndup(t, ${n});\nsum += d[0];\nfree(d);`,
      'sum += strcmp("aaaaaaaaaaaa", t);',
      `sum += strncmp("aaaaaaaaaaaa", t, ${n});`,
    ]),
  ].flatMap((line) => line.split('\n'));
};

/** A record with a text of its own. */
const record: Scene = ({ random, isFaulty }) => {
  const releases = ['free(r->text);', 'free(r);'];
  if (isFaulty()) releases.reverse();
  const n = random.between(1, 5);
  return [
    'struct rec *r = calloc(1, sizeof *r);',
    `r->text = malloc(${n});`,
    `r->b[${random.below(3)}] = 4;`,
    'int local = 3;',
    'r->u.p = &local;',
    'sum += *r->u.p;',
    `r->text[${isFaulty() ? n : random.below(n)}] = 1;`,
    random.chance(40) ? 'struct rec copy = *r;\nsum += copy.b[1] + copy.text[0] * 0;' : 'sum += r->a;',
    ...(isFaulty() ? ['r->text = 0;', 'sum += r->text[0];'] : []),
    ...releases,
    ...(isFaulty() ? ['free(r);'] : []),
  ].flatMap((line) => line.split('\n'));
};

/** Pointers to variables of blocks, turns and functions that may have ended. */
const scopes: Scene = ({ random, isFaulty }) => {
  const late = isFaulty();
  const use = 'sum += *p;';
  const inBlock = (open: string, close: string): string[] => [
    'int *p = 0;',
    open,
    `int x = ${random.below(9)};`,
    'p = &x;',
    ...(late ? [] : [use]),
    close,
    ...(late ? [use] : ['p = 0;']),
  ];
  const n = random.between(2, 5);
  return random.pick<() => string[]>([
    () => inBlock('{', '}'),
    () => inBlock('for (int k = 0; k < 3; k++) {', 'if (k == 1) break; }'),
    () => inBlock('do {', '} while (0);'),
    () => inBlock('switch (sum & 0) { default: {', '} }'),
    () => [
      'int *p = 0;',
      `for (int k = 0; k < ${n}; k++) {`,
      'int x = k;',
      ...(late ? ['if (k > 0)', use] : []),
      'p = &x;',
      use,
      '}',
    ],
    () => [`int *p = ${late ? 'below()' : 'kept()'};`, use],
    () => [`int n = ${n};`, 'int v[n];', `v[${late ? 'n' : 'n - 1'}] = 2;`, `sum += v[${n - 1}] * 0;`],
    () => [
      'char *p = 0;',
      `for (int k = 0; k < ${n}; k++) {`,
      'char *q = __builtin_alloca(2);',
      `q[${late ? 2 : 1}] = k;`,
      'if (k == 0) p = q;',
      '}',
      'sum += p[1] * 0;',
    ],
    () => [
      'int *p;',
      ...(late ? ['{', 'p = (int[]){ 1, 2, 3 };', '}'] : ['p = (int[]){ 1, 2, 3 };']),
      `sum += p[${random.below(3)}];`,
    ],
    () => [`sum += deep(${n}, 0);`],
    () => [
      'int *p = 0;',
      'int turn = 0;',
      'again: ;',
      'int x = 1;',
      ...(late ? ['{', 'int y = 2;', 'if (turn == 1)', use, 'p = &y;', '}'] : ['p = &x;', use]),
      'if (turn++ < 1) goto again;',
    ],
  ])();
};

/** An array of pointers to blocks. */
const rows: Scene = ({ random, isFaulty }) => {
  const [n, m] = [random.between(1, 3), random.between(1, 4)];
  const first = isFaulty() ? 1 : 0;
  return [
    `char *v[${n}] = { 0 };`,
    `for (int k = ${first}; k < ${n}; k++)`,
    `v[k] = malloc(${m});`,
    `for (int k = 0; k < ${n}; k++)`,
    `for (int j = 0; j < ${m + (isFaulty() ? 1 : 0)}; j++)`,
    'v[k][j] = k + j;',
    `for (int k = 0; k < ${n}; k++)`,
    'free(v[k]);',
    ...(isFaulty() ? [`free(v[${random.below(n)}]);`] : []),
  ];
};

/** A vector that grows, with a pointer from before. */
const grows: Scene = ({ random, isFaulty }) => {
  const n = random.between(2, 5);
  const stale = isFaulty();
  return [
    'int size = 1, used = 0;',
    'int *v = malloc(sizeof *v);',
    'int *old = v;',
    `for (int k = 0; k < ${n}; k++) {`,
    `if (used == size${isFaulty() ? ' + 1' : ''}) {`,
    'size *= 2;',
    'v = realloc(v, size * sizeof *v);',
    '}',
    'v[used++] = k;',
    '}',
    `sum += v[${random.below(n)}];`,
    ...(stale ? ['sum += *old;'] : []),
    'free(v);',
    ...(stale ? [] : ['old = 0;']),
  ];
};

/** Rows of fixed length in a block, by index and by a walking pointer. */
const matrix: Scene = ({ random, isFaulty }) => {
  const n = random.between(1, 3);
  return [
    `int (*m)[3] = malloc(${n} * sizeof *m);`,
    `for (int k = 0; k < ${n + (isFaulty() ? 1 : 0)}; k++)`,
    'for (int j = 0; j < 3; j++)',
    'm[k][j] = k * j;',
    `int *end = (int *)(m + ${n});`,
    `for (int *p = m[0]; p ${isFaulty() ? '<=' : '<'} end; p++)`,
    'sum += *p;',
    `sum += end[${isFaulty() ? 0 : -1}];`,
    'free(m);',
  ];
};

/** Releases of what is no start of a live block. */
const releases: Scene = ({ random, isFaulty }) => {
  if (!isFaulty()) return ['char *p = malloc(4);', 'char *q = p + 4;', 'free(q - 4);', 'free((void *)0);'];
  return random.pick([
    ['char *p = malloc(4);', 'free(p + 1);'],
    ['char t[8];', 'free(t);'],
    ['free(kept());'],
    ['char *p = malloc(4);', 'char *q = realloc(p, 200);', 'free(p);', 'free(q);'],
    ['char *p = malloc(4);', 'free(p);', 'p = realloc(p, 8);', 'free(p);'],
    ['char *p = __builtin_alloca(8);', 'free(p);'],
    ['free("text");'],
  ]);
};

/** Moves and fills of parts. */
const moves: Scene = ({ random, isFaulty }) => {
  const n = random.between(2, 8);
  const at = random.below(n);
  const size = n - at + (isFaulty() ? 1 : 0);
  return [
    random.pick([`char t[${n}] = { 1 };`, `char *t = calloc(${n}, 1);`]),
    random.pick([
      `memmove(t + ${at}, t, ${size});`,
      `memmove(t, t + ${at}, ${size});`,
      `memset(t + ${at}, 1, ${size});`,
      `for (int k = ${at}; k < ${at + size}; k++)\nsum += t[k];`,
    ]),
    `sum += t[${at}] * 0;`,
  ].flatMap((line) => line.split('\n'));
};

/** Pointers that are kept as integers, bytes or members of a union. */
const disguised: Scene = ({ random, isFaulty }) => {
  const freed = isFaulty();
  const way = random.pick([
    ['unsigned long w = (unsigned long)p;', 'int *q = (int *)w;'],
    ['int *q;', 'memcpy(&q, &p, sizeof q);'],
    ['union { long l; int *p; } u;', 'u.p = p;', 'union { long l; int *p; } w;', 'w.l = u.l;', 'int *q = w.p;'],
    ['char t[8];', 'for (int k = 0; k < 8; k++) t[k] = ((char *)&p)[k];', 'int *q = *(int **)t;'],
    ['struct rec r = { 0 };', 'r.u.p = p;', 'struct rec s = r;', 'int *q = s.u.p;'],
  ]);
  return [
    'int *p = malloc(8);',
    '*p = 2;',
    ...way,
    ...(freed ? ['free(p);'] : []),
    'sum += *q;',
    ...(freed ? [] : ['free(q);']),
  ];
};

/** Elements behind a record, in a block of the size that they need. */
const flexible: Scene = ({ random, isFaulty }) => {
  const n = random.between(1, 5);
  return [
    `struct flex *f = malloc(sizeof *f + ${n} * sizeof f->items[0]);`,
    `f->count = ${n + (isFaulty() ? 1 : 0)};`,
    'for (int k = 0; k < f->count; k++)',
    'f->items[k] = k;',
    `struct flex head = *f;`,
    'sum += head.count * 0;',
    'free(f);',
    ...(isFaulty() ? ['f->count = 1;'] : []),
  ];
};

/** Sorts and searches by a function of the program. */
const sorted: Scene = ({ random }) => {
  const n = random.between(1, 5);
  return [
    `int *v = malloc(${n} * sizeof *v);`,
    `for (int k = 0; k < ${n}; k++)`,
    `v[k] = (k * 7) % ${n};`,
    `qsort(v, ${n}, sizeof *v, order);`,
    `int key = ${random.below(n)};`,
    `int *at = bsearch(&key, v, ${n}, sizeof *v, order);`,
    'sum += at ? *at : 0;',
    'free(v);',
  ];
};

export const SCENES: readonly Scene[] = [
  list,
  text,
  bytes,
  record,
  scopes,
  scopes,
  rows,
  grows,
  matrix,
  releases,
  moves,
  disguised,
  flexible,
  sorted,
];
