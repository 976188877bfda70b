#include <stdlib.h>

struct text { char *bytes; size_t length; };
struct node { struct node *next; int value; };

void drop(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
  __CPROVER_assigns()
  __CPROVER_frees(p)
  __CPROVER_ensures(__CPROVER_was_freed(p))
{ free(p); }

void bad_drop_at_times(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
  __CPROVER_assigns()
  __CPROVER_frees(p)
  __CPROVER_ensures(__CPROVER_was_freed(p)) // ensures
{ if (*p > 0) free(p); }

void bad_drop_unnamed(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
  __CPROVER_assigns()
{
  free(p); // free
}

int *make(int v)
  __CPROVER_ensures(__CPROVER_return_value == 0 || (__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)) && *__CPROVER_return_value == v))
{ int *p = malloc(sizeof *p); if (p) *p = v; return p; }

int *bad_too_small(void)
  __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, 2 * sizeof(int))) // ensures
{ return malloc(sizeof(int)); }

static int pool;
int *bad_not_of_the_heap(void)
  __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int))) // ensures
{ return &pool; }

int *bad_given(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
  __CPROVER_frees(p)
  __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int))) // ensures
{ return p; }

void bad_twice(int **p, int **q)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && __CPROVER_is_fresh(q, sizeof *q))
  __CPROVER_assigns(*p, *q)
  __CPROVER_ensures(*p == 0 || (__CPROVER_is_fresh(*p, 4) && __CPROVER_is_fresh(*q, 4))) // ensures
{ *p = *q = malloc(4); }

int use(int v)
  __CPROVER_ensures(__CPROVER_return_value == v || __CPROVER_return_value == -1)
{
  int *p = make(v);
  if (p == 0) return -1;
  int r = *p;
  drop(p);
  return r;
}

int bad_use_behind(int v)
  __CPROVER_ensures(1)
{
  int *p = make(v);
  if (p == 0) return -1;
  drop(p);
  return *p; // deref
}

int bad_leak(int v)
  __CPROVER_ensures(1) // memtrack
{
  int *p = make(v);
  return p == 0 ? -1 : *p;
}

int two(void)
  __CPROVER_ensures(__CPROVER_return_value == 0)
{
  int *p[2], r = 0;
  for (int i = 0; i < 2; i++) p[i] = make(i);
  if (p[0] && p[1]) r = p[0] == p[1] || *p[0] != 0 || *p[1] != 1;
  for (int i = 0; i < 2; i++) if (p[i]) drop(p[i]);
  return r;
}

void clear(struct text *t)
  __CPROVER_requires(__CPROVER_is_fresh(t, sizeof *t) && t->length < 100)
  __CPROVER_requires(__CPROVER_is_fresh(t->bytes, t->length))
  __CPROVER_assigns(*t)
  __CPROVER_frees(t->bytes)
  __CPROVER_ensures(__CPROVER_was_freed(__CPROVER_old(t->bytes)) && t->bytes == 0)
{ free(t->bytes); t->bytes = 0; t->length = 0; }

struct text filled(size_t n)
  __CPROVER_requires(n > 0 && n < 1000000)
  __CPROVER_ensures(__CPROVER_return_value.bytes == 0 || __CPROVER_is_fresh(__CPROVER_return_value.bytes, n))
{ return (struct text){malloc(n), n}; }

struct node *pushed(struct node *list, int v)
  __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_return_value->next == list)
  __CPROVER_ensures(__CPROVER_is_freeable(__CPROVER_return_value))
{
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  n->next = list;
  n->value = v;
  return n;
}

void bad_not_freeable(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, 2 * sizeof *p))
  __CPROVER_ensures(__CPROVER_is_freeable(p + 1)) // ensures
  __CPROVER_frees(p)
{ }

void drop_some(int *p, int all)
  __CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, sizeof *p))
  __CPROVER_assigns()
  __CPROVER_frees(all: p)
{ if (all != 0) free(p); }

void bad_drop_some(int *p, int all)
  __CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, sizeof *p))
  __CPROVER_assigns()
  __CPROVER_frees(all: p) // assigns
{ if (all >= 0) free(p); }
