import { describe, expect, it } from 'vitest';
import { encode, encodingDecisions } from '../../../../src/system/encode/index.ts';
import { compile } from './compile.ts';

const P = 'extern void reach_error(void); extern unsigned nd(void);\n';

function decisionsOf(source: string) {
  const { linked } = compile(P + source, 'LP64');
  const { system, encoding } = encode(linked);
  const decisions = encodingDecisions(system, encoding);
  return { ...decisions, system, object: (name: string) => decisions.objects.find((each) => each.name === name) };
}

describe('how objects are kept', () => {
  it('an access to some bytes of an integer leaves its struct as it is', () => {
    const { object } = decisionsOf(`struct node { unsigned key; struct node *next; } n;
    int main(void) {
      n.key = nd();
      if (((unsigned char *)&n.key)[2] == 9 && *(unsigned short *)&n.key == 7 && n.next) reach_error();
    }`);
    expect(object('n')).toMatchObject({ layout: { kind: 'struct' }, because: null });
  });

  it.each([
    ['a pointer', 'unsigned char', '((unsigned char *)&n.next)[1]'],
    ['two members', 'unsigned long', '*(unsigned long *)&n.low'],
    ['anything', 'unsigned char', '((unsigned char *)&n)[nd() % sizeof n]'],
    ['what lies between members', 'unsigned char', '((unsigned char *)&n)[9]'],
    ['a float', 'unsigned int', '*(unsigned *)&n.real'],
  ])('an access to bytes of %s keeps the struct as bytes, and tells why', (_, type, access) => {
    const { object } = decisionsOf(`struct node { unsigned low, high; char c; float real; struct node *next; } n;
    int main(void) {
      n.next = nd() ? &n : 0;
      n.low = nd(); n.high = nd(); n.real = nd(); n.c = nd();
      if (${access} == 9) reach_error();
    }`);
    expect(object('n')).toMatchObject({
      layout: { kind: 'bytes' },
      because: { what: `accessed as ${type}`, at: { line: 6 } },
    });
  });

  it.each(['names[i][k]', '(names[i] + k)[nd()]'])(
    'steps from a pointer that may be null lead to no object: %s',
    (read) => {
      const { object } = decisionsOf(`struct state { const char *next; double value; } s;
    const char *names[3] = { "a", "b", 0 };
    int main(void) {
      unsigned i = nd() % 3, k = nd();
      s.next = "c";
      if ((unsigned long)&s == nd()) return 0;
      if (${read} == 'x' && s.value > 1.0) reach_error();
    }`);
      expect(object('s')).toMatchObject({ layout: { kind: 'struct' }, because: null });
    },
  );

  it('the result of a call through a pointer that may be null leads to no object where it is', () => {
    const { objects } = decisionsOf(`struct node { struct node *next; double value; int kind; };
    extern void *malloc(unsigned long);
    static struct node *fresh(void) { return malloc(sizeof(struct node)); }
    static struct node *(*allocate)(void);
    int main(void) {
      struct node *list = 0;
      if (nd()) allocate = fresh;
      while (nd()) {
        struct node *n = allocate();
        n->next = list;
        list = n;
      }
      for (; list; list = list->next) if (list->kind == 3) reach_error();
    }`);
    const blocks = objects.filter(({ name }) => name.startsWith('allocation'));
    expect(blocks.map(({ layout }) => layout.kind)).toEqual(['struct']);
  });

  it('pointers in blocks that a loop makes have one offset in each object', () => {
    const { object } = decisionsOf(`struct node { const double *bound; struct node *rest; };
    struct parser { const char *next; double value; int failed; };
    extern void *malloc(unsigned long);
    static struct node *make(const double *bound, struct node *rest) {
      struct node *n = malloc(sizeof *n);
      n->bound = bound;
      n->rest = rest;
      return n;
    }
    int main(void) {
      struct parser p = { "a", 2.0, 0 };
      struct node *list = 0;
      while (nd()) {
        if (nd()) list = make(&p.value, list);
        while (nd()) list = make(&p.value, list);
      }
      for (; list; list = list->rest) if (*list->bound > 3.0 && p.failed) reach_error();
    }`);
    expect(object('p')).toMatchObject({ layout: { kind: 'struct' }, because: null });
  });

  it('the same holds where these offsets are constants at first', () => {
    const { object } = decisionsOf(`struct node { const double *bound; struct node *rest; };
    struct parser { const char *next; double value; int failed; };
    extern void *malloc(unsigned long);
    static struct node *grow(struct parser *p, struct node *rest, int depth) {
      struct node *n = malloc(sizeof *n);
      n->bound = &p->value;
      n->rest = depth ? grow(p, rest, depth - 1) : rest;
      return n;
    }
    int main(void) {
      struct parser p = { "a", 2.0, 0 };
      struct node *list = grow(&p, 0, nd());
      for (; list; list = list->rest) if (*list->bound > 3.0 && p.failed) reach_error();
    }`);
    expect(object('p')).toMatchObject({ layout: { kind: 'struct' }, because: null });
  });
});

describe('blocks whose last array extends to their end', () => {
  const blockOf = (member: string, size: string, rest: string, loop = 'if') =>
    decisionsOf(`struct node { int kind; union { double value; const double *bound; }; ${member}; };
    extern void *malloc(unsigned long), *memset(void *, int, unsigned long);
    extern void *memcpy(void *, const void *, unsigned long);
    int main(void) {
      struct node *list = 0, *from[8] = { 0 };
      double x = nd();
      ${loop} (nd()) {
        int k = nd() & 7;
        struct node *n = malloc(${size});
        ${rest}
        n->kind = k;
        n->bound = &x;
        list = n;
      }
      if (list && list->kind > 1 && list->child[list->kind - 1]) reach_error();
    }`).objects.find(({ name }) => name.startsWith('allocation'));
  const set = 'for (int i = 0; i < k; i++) n->child[i] = list;';

  it.each([
    ['a flexible member', 'struct node *child[]', 'sizeof *n + k * sizeof list'],
    ['in a loop', 'struct node *child[]', 'sizeof *n + k * sizeof list', 'while'],
    ['of constant size', 'struct node *child[]', 'sizeof *n + 3 * sizeof list'],
    ['as large as two structs', 'struct node *child[]', 'sizeof *n + 2 * sizeof list'],
    ['an array of one element', 'struct node *child[1]', '(int)(sizeof *n + (k - 1) * sizeof list)'],
    ['of one element, as large as two structs', 'struct node *child[1]', '2 * sizeof *n'],
    ['an array of no element', 'struct node *child[0]', 'sizeof *n + k * sizeof list'],
  ])('are kept as their struct: %s', (_, member, size, loop?: string) => {
    expect(blockOf(member, size, set, loop)?.layout.kind).toBe('struct');
  });

  it('stay so when they are filled and copied as a whole', () => {
    const size = 'sizeof *n - sizeof list + k * sizeof list';
    const whole = `memset(n, 0, ${size}); memcpy(n->child, from, k * sizeof list);`;
    expect(blockOf('struct node *child[1]', size, whole, 'while')?.layout.kind).toBe('struct');
  });

  it('are arrays where their size is a number of structs', () => {
    const { objects } = decisionsOf(`struct pair { int key; int value[1]; };
    extern void *malloc(unsigned long);
    int main(void) {
      unsigned long count = nd() % 9 + 1;
      struct pair *all = malloc(count * sizeof *all);
      for (unsigned i = 0; i < count; i++) all[i].value[0] = i;
      if (all[count - 1].value[0] > 9) reach_error();
    }`);
    expect(objects.find(({ name }) => name.startsWith('allocation'))?.layout.kind).toBe('array');
  });
});

/** A write through a pointer to one of so many structs, which are read afterwards. */
function manyTargets(count: number): string {
  const all = Array.from({ length: count }, (_, i) => i);
  return `struct device { unsigned id, state; };
  ${all.map((i) => `struct device d${i};`).join('\n')}
  struct device *table[${count}] = { ${all.map((i) => `&d${i}`).join(', ')} };
  int main(void) { table[nd() % ${count}]->state = 1; if (d3.state) reach_error(); }`;
}

describe('pointers to many objects', () => {
  it('are split into cases', () => {
    const { system } = decisionsOf(manyTargets(300));
    expect(system.gaps).toEqual([]);
  });

  it('are read as one table where they are constant texts', () => {
    const names = Array.from({ length: 2100 }, (_, i) => `"n${i}"`);
    const { system } = decisionsOf(`const char *const names[2100] = { ${names} };
    int main(void) { unsigned i = nd() % 2100; if (names[i][0] != 'n' || names[i][nd() % 2] == '$') reach_error(); }`);
    expect([...new Set(system.doubts.map(({ construct }) => construct))]).toEqual(['read outside an object']);
  });

  it('are a gap with its place where they are too many', () => {
    const { system } = decisionsOf(manyTargets(2100));
    expect(system.gaps.map(({ construct, at }) => `${construct} in line ${at?.line}`)).toContain(
      'write through a pointer with too many targets in line 2104',
    );
  });
});
