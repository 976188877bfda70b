import { describe, expect, it } from 'vitest';
import { compile } from '../../system/encode/compile.ts';
import { interpreted } from '../../system/encode/simulated.ts';

/** Each way to give a `_Bool` the byte 2, at each place where one may be: a read of it is found. */

const HEAD = `typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t), *memset(void *, int, size_t), *calloc(size_t, size_t);
struct message { unsigned char kind; _Bool flag; };
struct flags { char before; _Bool flag[3]; };
struct nest { int number; struct message part[2]; };
struct bytes { unsigned char byte; };
struct truth { _Bool *to; };
struct pointer { unsigned char *to; };
union both { unsigned char byte; _Bool flag; };
static unsigned char two = 2;
static _Bool global;
static struct message whole;
static void put(void *to, size_t count) { for (size_t i = 0; i < count; i++) ((char *)to)[i] = 2; }
static void one(unsigned char *to) { *to = 2; }
static void (*const open)() = (void (*)())one;
static struct { void (*put)(void *, size_t); } table = { put };
static void listed(int count, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, count);
  put(__builtin_va_arg(list, void *), count);
  __builtin_va_end(list);
}
`;

/** Declarations, and the `_Bool` that they give. */
const PLACES = [
  ['_Bool b = 0;', 'b'],
  ['', 'global'],
  ['_Bool a[2][3] = { { 0 } };', 'a[1][2]'],
  ['struct message m = { 0, 0 };', 'm.flag'],
  ['', 'whole.flag'],
  ['struct flags f = { 0 };', 'f.flag[2]'],
  ['struct nest s = { 0 };', 's.part[1].flag'],
  ['struct message m = { 0, 0 }, *p = &m;', 'p->flag'],
  ['struct message *p = calloc(1, sizeof *p);', 'p->flag'],
  ['_Bool *p = calloc(4, 1);', 'p[3]'],
  ['_Bool *p = (_Bool[2]) { 0, 0 };', 'p[1]'],
  ['union both u = { .flag = 0 };', 'u.flag'],
  ['_Bool b = 0; struct truth h = { &b };', '*h.to'],
] as const;

/** Statements that write the byte at `L`. */
const WAYS = [
  'memcpy(&L, &two, 1);',
  'memset(&L, 2, 1);',
  'put(&L, 1);',
  'table.put(&L, 1);',
  'listed(1, &L);',
  'open(&L);',
  '*(unsigned char *)&L = 2;',
  '((struct bytes *)(void *)&L)->byte = 2;',
  '((union both *)(void *)&L)->byte = 2;',
  '{ size_t address = (size_t)&L; *(char *)address = 2; }',
  '{ void *v[1] = { &L }; *(unsigned char *)v[0] = 2; }',
  '{ unsigned char *q = (unsigned char *)memset(&L, 0, 1); *q = 2; }',
  '{ void *v = memset(&L, 0, 1); unsigned char *q = v; *q = 2; }',
  '{ struct truth t = { &L }; struct pointer q; memcpy(&q, &t, sizeof q); *q.to = 2; }',
  '{ struct truth t = { &L }; struct pointer *q = (void *)&t; *q->to = 2; }',
  '__atomic_store_n((unsigned char *)&L, 2, 5);',
] as const;

describe.each(PLACES)('%s %s', (declarations, place) => {
  it.each(WAYS)('%s', (way) => {
    const text = `${HEAD}int main(void) { ${declarations} ${way.replaceAll('L', place)} return ${place} + 0; }`;
    const { program } = compile(text, 'LP64', { gaps: ['representation'] });
    const { outcome } = interpreted(program, [], [], []).result;
    expect(outcome).toMatchObject({ kind: 'unsupported', construct: 'read of a _Bool whose byte is neither 0 nor 1' });
  });
});

/** A pointer to a part of a record, and a `_Bool` elsewhere that its stores come to once it is moved. */
const MOVED = [
  ['struct row { char c; struct message part[2]; } r[2]; struct message *p = &r[0].part[0];', 'r[1].part[0].flag'],
  [
    'struct row { char c; struct message part[2]; } *r = calloc(2, sizeof *r); struct message *p = &r->part[0];',
    'r[1].part[0].flag',
  ],
  [
    'struct row { struct message part[2]; char c; struct message more[2]; } r; struct message *p = &r.part[0];',
    'r.more[0].flag',
  ],
  ['struct row { struct message part[3]; _Bool flag; } r; struct message *p = &r.part[0];', 'r.flag'],
] as const;

it.each(MOVED)('a part of a record may be written through the part beside it: %s', (declarations, place) => {
  const text = `${HEAD}int main(void) { ${declarations} ${place} = 0; p[3].kind = two; return ${place} + 0; }`;
  const { program } = compile(text, 'LP64', { gaps: ['representation'] });
  const { outcome } = interpreted(program, [], [], []).result;
  expect(outcome).toMatchObject({ kind: 'unsupported', construct: 'read of a _Bool whose byte is neither 0 nor 1' });
});

it.each(['t.part[i].flag', 'q->part[i].flag', 'p->flag'])('finds none in the only row of a record: %s', (place) => {
  const text = `${HEAD}int main(void) {
    struct table { struct message part[4]; int count; } t = { 0 }, *q = &t;
    struct message *p = &q->part[two];
    int i = two;
    p->kind = 7;
    q->count = p[1].flag;
    return ${place} + 0; }`;
  const [plain, judged] = [[], ['representation' as const]].map(
    (gaps) => compile(text, 'LP64', { gaps }).program.functions.find((fn) => fn?.name === 'main')!.edges.length,
  );
  expect(plain).toBeGreaterThan(5);
  expect(judged).toBe(plain);
});

it('finds none where pointers to a `_Bool` lead to it alone', () => {
  const text = `${HEAD}static void set(_Bool *to) { *to = two > 1; }
int main(void) { struct message m = { 2, 0 }, n = m; set(&m.flag); memcpy(&n, &m, sizeof n); return n.flag + m.flag; }`;
  const [plain, judged] = [[], ['representation' as const]].map(
    (gaps) => compile(text, 'LP64', { gaps }).program.functions.find((fn) => fn?.name === 'main')!.edges.length,
  );
  expect(plain).toBeGreaterThan(5);
  expect(judged).toBe(plain);
});
