// Fresh pointers at calls: parts of one object are apart as objects are. No answer to `open_` functions is known.
int touch(int *a, int *b)
  __CPROVER_requires(__CPROVER_is_fresh(a, 2 * sizeof(int)) && __CPROVER_is_fresh(b, 2 * sizeof(int)))
  __CPROVER_ensures(a != b && a + 1 != b)
  __CPROVER_assigns(*a, b[1])
  __CPROVER_ensures(*a == 1 && b[1] == 2 && *b == __CPROVER_old(*b))
{
  *a = 1;
  b[1] = 2;
  return a < b;
}

int parts(void)
  __CPROVER_ensures(__CPROVER_return_value == 12)
{
  int a[5];
  a[2] = 9;
  touch(a, a + 3);
  return a[0] + a[2] + a[4];
}

// One byte lies in both.
int bad_byte(void)
  __CPROVER_ensures(__CPROVER_return_value == 1)
{
  char a[15];
  touch((int *)(a + 7), (int *)a);
  return 1;
}

int is_null(const char *p, unsigned n)
  __CPROVER_requires(__CPROVER_is_fresh(p, n))
  __CPROVER_ensures(__CPROVER_return_value == 0)
  __CPROVER_assigns()
{
  return p == 0;
}

int bad_no_bytes(void)
  __CPROVER_ensures(__CPROVER_return_value == 0)
{
  return is_null(0, 0);
}

// A caller may pass the end of the other.
int open_ends(int *a, int *b)
  __CPROVER_requires(__CPROVER_is_fresh(a, 2 * sizeof(int)) && __CPROVER_is_fresh(b, 0))
  __CPROVER_ensures(__CPROVER_return_value == 0)
  __CPROVER_assigns()
{
  return a + 2 == b;
}

void ends(const char *a)
  __CPROVER_requires(__CPROVER_is_fresh(a, 4))
  __CPROVER_ensures(!__CPROVER_r_ok(a, 8))
  __CPROVER_assigns()
{
}

int open_extent(void)
  __CPROVER_ensures(__CPROVER_return_value == 2)
{
  char a[8];
  ends(a);
  return 1;
}

void keep_both(int *r)
  __CPROVER_requires(__CPROVER_is_fresh(r, 2 * sizeof(int)))
  __CPROVER_assigns(r[0], r[1])
  __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 2 ==> r[k] == __CPROVER_old(r[k]) });

// An old value below a quantifier is one for each element.
int open_old_elements(void)
  __CPROVER_ensures(__CPROVER_return_value == 7)
{
  int a[2] = {1, 2};
  keep_both(a);
  return a[0] == a[1] ? 7 : 8;
}

int open_perhaps_readable(int *p)
  __CPROVER_requires(p == 0 || __CPROVER_r_ok(p, sizeof *p))
  __CPROVER_ensures(__CPROVER_return_value == 0)
{ return p != 0; }

int open_freeable(int *p)
  __CPROVER_requires(__CPROVER_is_freeable(p))
  __CPROVER_frees(p)
  __CPROVER_ensures(__CPROVER_return_value == 0)
{ return p != 0; }

int double_it(int x)
  __CPROVER_requires(x >= 0 && x < 100)
  __CPROVER_ensures(__CPROVER_return_value == 2 * x)
{ return 2 * x; }

static int (*const table[])(int) = {double_it};

// Calls by addresses reach the body, and others that only look so reach the contract.
int by_address(int x)
  __CPROVER_requires(x >= 0 && x < 200)
  __CPROVER_ensures(__CPROVER_return_value == 4 * x)
{
  int (*chosen)(int) = double_it;
  return chosen(x) + table[0](x);
}

int bad_dereferenced(int x)
  __CPROVER_requires(x >= 0 && x < 200)
  __CPROVER_ensures(__CPROVER_return_value == 2 * x)
{ return (*double_it)(x); }
