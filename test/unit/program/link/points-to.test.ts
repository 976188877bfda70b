import { describe, expect, it } from 'vitest';
import { link } from '../cfa/support.ts';

const HEAD = `void reach_error(void); int nd(void); void *malloc(unsigned long); void *memcpy(void *, const void *, unsigned long);
struct table { int (*open)(int); int (*close)(int); };
struct device { int state; const struct table *table; struct device *next; };
int open_a(int x) { if (x) reach_error(); return 1; } int open_b(int x) { if (x) reach_error(); return 2; }
int close_a(int x) { if (x) reach_error(); return 3; } int close_b(int x) { if (x) reach_error(); return 4; }
static const struct table table_a = { open_a, close_a }, table_b = { .close = close_b, .open = open_b };
struct device a, b;
`;

/** The functions that the indirect calls of a program branch over, in the order of the calls. */
function candidates(source: string): readonly (readonly string[])[] {
  const { edges, program } = link(HEAD + source);
  return edges.flatMap(({ op }) =>
    op.kind === 'unknown-callee' ? [op.candidates.map((id) => program.functions[id]?.name ?? '?')] : [],
  );
}

describe('functions behind pointers', () => {
  it('are told apart by object and member', () => {
    const source =
      'int main(void) { a.table = &table_a; b.table = &table_b; a.table->open(1); return b.table->close(1); }';
    expect(candidates(source)).toEqual([['open_a'], ['close_b']]);
  });

  it('are followed through parameters, lists and fresh memory', () => {
    const source = `static void start(struct device *d, const struct table *t) { d->table = t; d->next = &a; }
      int main(void) { struct device *d = malloc(sizeof *d); start(d, &table_a); b.table = &table_b;
        d->next->next = &b; d->table->open(1); return d->next->next->table->close(2); }`;
    expect(candidates(source)).toEqual([['open_a'], ['close_b']]);
  });

  it('are found again behind a pointer to the first member and one to a member within', () => {
    const source = `struct outer { struct device device; int more; };  struct outer o;
      int main(void) { struct device *d = (struct device *)&o; d->table = &table_b;
        struct device *const *link = (void *)&d->next; struct outer *back = (struct outer *)((char *)link - 16);
        return back->device.table->open(1); }`;
    expect(candidates(source)).toEqual([['open_b']]);
  });

  it('are all that fit once objects are copied or seen as something else', () => {
    const both = [['open_a', 'open_b']];
    const start = 'a.table = &table_a; b.table = &table_b;';
    expect(candidates(`int main(void) { ${start} memcpy(&a, &b, sizeof a); return a.table->open(1); }`)).toEqual(both);
    expect(candidates(`int main(void) { ${start} struct device c = b; a = c; return a.table->open(1); }`)).toEqual(
      both,
    );
    const other = 'struct other { long state; const struct table *t; };';
    expect(
      candidates(`${other} int main(void) { ${start} ((struct other *)&a)->t = b.table; return a.table->open(1); }`),
    ).toEqual(both);
  });

  it('are not guessed where a pointer comes from outside', () => {
    const source = `extern struct device *find(int); int main(void) { a.table = &table_a; b.table = &table_b; return find(1)->table->open(1); }`;
    expect(candidates(source)).toEqual([['open_a', 'open_b']]);
  });
});
