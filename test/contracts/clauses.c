// Functions with contracts of all forms; the name of each wrong one begins with `bad_`, and its line says which check fails.
typedef struct {
  short coeffs[8];
} poly;
int counter;

int clamp(int x, int lo, int hi)
  __CPROVER_requires(lo <= hi)
  __CPROVER_ensures(lo <= __CPROVER_return_value && __CPROVER_return_value <= hi)
  __CPROVER_assigns()
{
  if (x < lo) return lo;
  return x > hi ? hi : x;
}

int bad_clamp(int x, int lo, int hi)
  __CPROVER_requires(lo <= hi)
  __CPROVER_ensures(lo < __CPROVER_return_value && __CPROVER_return_value <= hi) // ensures
  __CPROVER_assigns()
{
  if (x < lo) return lo;
  return x > hi ? hi : x;
}

int set(int *p, int v)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
  __CPROVER_requires(v < 1000 && v > -1000)
  __CPROVER_assigns(*p)
  __CPROVER_ensures(*p == v + 1)
  __CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(*p))
{
  int before = *p;
  *p = v + 1;
  __CPROVER_assert(*p > v, "greater");
  return before;
}

int bad_frame(int *p, int v)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
  __CPROVER_assigns(*p)
  __CPROVER_ensures(*p == v)
{
  *p = v;
  counter = 1; // assigns
  return 0;
}

void bad_argument(int *p, int *q)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
  __CPROVER_requires(__CPROVER_is_fresh(q, sizeof(int)))
  __CPROVER_assigns(*p)
{
  *p = 1;
  *q = 2; // assigns
}

int maybe(int *p)
  __CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, sizeof(int)))
  __CPROVER_ensures(p == 0 ==> __CPROVER_return_value == 0)
{
  return p ? *p : 0;
}

int bad_maybe(int *p)
  __CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, sizeof(int)))
{
  return *p; // deref
}

void add(poly *r, const poly *b)
  __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(poly)))
  __CPROVER_requires(__CPROVER_is_fresh(b, sizeof(poly)))
  __CPROVER_requires(__CPROVER_forall { unsigned k; (0 <= k && k < 8) ==> (-100 <= r->coeffs[k] && r->coeffs[k] <= 100) })
  __CPROVER_requires(__CPROVER_forall { unsigned k; (0 <= k && k < 8) ==> (-100 <= b->coeffs[k] && b->coeffs[k] <= 100) })
  __CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 8) ==> r->coeffs[k] == __CPROVER_old(*r).coeffs[k] + b->coeffs[k] })
  __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(poly)))
{
  for (unsigned i = 0; i < 8; i++)
    __CPROVER_assigns(i, __CPROVER_object_upto(r, sizeof(poly)))
    __CPROVER_loop_invariant(i <= 8)
    __CPROVER_decreases(8 - i)
  {
    r->coeffs[i] = (short)(r->coeffs[i] + b->coeffs[i]);
  }
}

unsigned char last(const unsigned char *buffer, unsigned length)
  __CPROVER_requires(length > 0 && length < 100)
  __CPROVER_requires(__CPROVER_is_fresh(buffer, length))
  __CPROVER_ensures(__CPROVER_return_value == buffer[length - 1])
{
  return buffer[length - 1];
}

unsigned char bad_last(const unsigned char *buffer, unsigned length)
  __CPROVER_requires(length > 0 && length < 100)
  __CPROVER_requires(__CPROVER_is_fresh(buffer, length))
{
  return buffer[length]; // deref
}

int successor(int x)
  __CPROVER_requires(x < 1000)
  __CPROVER_ensures(__CPROVER_return_value == x + 1)
;

int bad_caller(int x)
  __CPROVER_requires(x < 1000)
{
  return successor(successor(x));
}

int caller(int x)
  __CPROVER_requires(x < 999)
  __CPROVER_ensures(__CPROVER_return_value == x + 2)
{
  return successor(successor(x));
}

int twice(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
  __CPROVER_assigns(*p)
  __CPROVER_ensures(*p == 5)
{
  set(p, 1);
  int a = *p;
  set(p, 4);
  return a;
}

int *pick(int *a, int *b)
  __CPROVER_requires(__CPROVER_is_fresh(a, sizeof(int)) && __CPROVER_is_fresh(b, sizeof(int)))
  __CPROVER_ensures(__CPROVER_return_value == a || __CPROVER_return_value == b)
  __CPROVER_assigns()
;

int picks(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
  __CPROVER_ensures(__CPROVER_return_value == 5)
{
  int x = 1, *r = pick(p, &x);
  return r == p || r == &x ? 5 : 4;
}

int bad_pick(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
{
  int *r = pick(p, p);
  return r == p;
}

int bad_alias(int *p, int *q)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
  __CPROVER_requires(q == p)
  __CPROVER_assigns(*p)
  __CPROVER_ensures(*p == 1) // ensures
{
  *p = 1;
  *q = 2;
  return 0;
}

int has(const unsigned char *a, unsigned n, unsigned char x)
  __CPROVER_requires(n <= 3)
  __CPROVER_requires(__CPROVER_is_fresh(a, n))
  __CPROVER_ensures(__CPROVER_return_value == 1 ==> __CPROVER_exists { unsigned k; k < n && a[k] == x })
  __CPROVER_ensures(__CPROVER_return_value == 0 ==> __CPROVER_forall { unsigned k; k < n ==> a[k] != x })
{
  for (unsigned i = 0; i < n; i++)
    if (a[i] == x) return 1;
  return 0;
}

int bad_has(const unsigned char *a, unsigned n, unsigned char x)
  __CPROVER_requires(n <= 3)
  __CPROVER_requires(__CPROVER_is_fresh(a, n))
  __CPROVER_ensures(__CPROVER_return_value == 0 ==> __CPROVER_forall { unsigned k; k < n ==> a[k] != x }) // ensures
{
  for (unsigned i = 1; i < n; i++)
    if (a[i] == x) return 1;
  return 0;
}

int clear_both(int *p, int *q)
  __CPROVER_requires(__CPROVER_is_fresh(p, 4 * sizeof(int)))
  __CPROVER_requires(q == 0 || __CPROVER_is_fresh(q, 4 * sizeof(int)))
  __CPROVER_assigns(__CPROVER_object_upto(p, 4 * sizeof(int)))
  __CPROVER_assigns(q != 0 : __CPROVER_object_upto(q, 4 * sizeof(int)))
  __CPROVER_ensures(__CPROVER_forall { int k; (0 <= k && k < 4) ==> p[k] == 0 })
  __CPROVER_ensures(q != 0 ==> __CPROVER_forall { int k; (0 <= k && k < 4) ==> q[k] == 0 });

int cleared(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, 4 * sizeof(int)))
  __CPROVER_assigns(__CPROVER_object_upto(p, 4 * sizeof(int)))
  __CPROVER_ensures(p[2] == 0)
{
  clear_both(p, 0);
  return 0;
}

unsigned shared;

int sets_both(unsigned *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)))
  __CPROVER_assigns(*p, shared)
  __CPROVER_ensures(*p == 1)
{
  *p = 1;
  shared = 2;
  return 0;
}

int bad_shared(void)
  __CPROVER_assigns(shared)
  __CPROVER_ensures(shared == 1)
{
  return sets_both(&shared);
}

int shares_nothing(void)
  __CPROVER_assigns(shared)
  __CPROVER_ensures(__CPROVER_return_value == 1)
{
  unsigned own;
  sets_both(&own);
  return own;
}

short reduced(short x)
  __CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value < 3329);

void reduce(poly *r)
  __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(poly)))
  __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(poly)))
  __CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 8) ==> (0 <= r->coeffs[k] && r->coeffs[k] < 3329) })
{
  for (unsigned i = 0; i < 8; i++)
    r->coeffs[i] = reduced(r->coeffs[i]);
}

typedef struct {
  poly vec[3];
} polyvec;

void reduce_each(polyvec *r)
  __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(polyvec)))
  __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(polyvec)))
  __CPROVER_ensures(__CPROVER_forall { unsigned j; j < 3 ==> __CPROVER_forall { unsigned k; k < 8 ==> (0 <= r->vec[j].coeffs[k] && r->vec[j].coeffs[k] < 3329) } })
{
  for (unsigned i = 0; i < 3; i++)
    reduce(&r->vec[i]);
}

int is_zero(const unsigned char *a, unsigned n)
  __CPROVER_requires(n <= 3)
  __CPROVER_requires(__CPROVER_is_fresh(a, n))
  __CPROVER_ensures((__CPROVER_return_value == 0) == __CPROVER_forall { unsigned k; k < n ==> a[k] == 0 })
{
  unsigned char all = 0;
  for (unsigned i = 0; i < n; i++)
    all |= a[i];
  return all;
}

int bad_is_zero(const unsigned char *a, unsigned n)
  __CPROVER_requires(n <= 3)
  __CPROVER_requires(__CPROVER_is_fresh(a, n))
  __CPROVER_ensures((__CPROVER_return_value == 0) == __CPROVER_forall { unsigned k; k < n ==> a[k] == 0 }) // ensures
{
  unsigned char all = 0;
  for (unsigned i = 0; i < n; i++)
    all ^= a[i];
  return all;
}

void weak(poly *r)
  __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(poly)))
  __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(poly)))
  __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 7 ==> r->coeffs[k] == 0 });

void bad_weak(poly *r)
  __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(poly)))
  __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(poly)))
  __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 8 ==> r->coeffs[k] == 0 }) // ensures
{
  weak(r);
}

int own_bound(const unsigned char *a)
  __CPROVER_requires(__CPROVER_is_fresh(a, 3))
  __CPROVER_requires(a[1] == 1 && a[0] == 5 && a[2] == 9)
  __CPROVER_ensures(__CPROVER_exists { unsigned k; k < 3 && a[k] <= k })
{
  return 0;
}

int bad_own_bound(const unsigned char *a)
  __CPROVER_requires(__CPROVER_is_fresh(a, 3))
  __CPROVER_requires(a[1] == 2 && a[0] == 5)
  __CPROVER_ensures(__CPROVER_exists { unsigned k; k < 3 && a[k] <= k }) // ensures
{
  return 0;
}

void sums(poly *r, const poly *b)
  __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(poly)) && __CPROVER_is_fresh(b, sizeof(poly)))
  __CPROVER_requires(__CPROVER_forall { unsigned k; k < 8 ==> (-99 < r->coeffs[k] && r->coeffs[k] < 99 && b->coeffs[k] == 1) })
  __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 8 ==> r->coeffs[k] == __CPROVER_old(*r).coeffs[k] + b->coeffs[k] })
  __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(poly)))
{
  for (unsigned i = 0; i < 8; i++)
    r->coeffs[i] += b->coeffs[i];
}

void bad_sums(poly *r, const poly *b)
  __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(poly)) && __CPROVER_is_fresh(b, sizeof(poly)))
  __CPROVER_requires(__CPROVER_forall { unsigned k; k < 8 ==> (-99 < r->coeffs[k] && r->coeffs[k] < 99 && b->coeffs[k] == 1) })
  __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 8 ==> r->coeffs[k] == __CPROVER_old(*r).coeffs[k] + b->coeffs[k] }) // ensures
  __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(poly)))
{
  for (unsigned i = 0; i < 7; i++)
    r->coeffs[i] += b->coeffs[i];
}
