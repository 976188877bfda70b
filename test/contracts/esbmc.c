// Clauses in the form of ESBMC.
int twice(int x)
  __ESBMC_requires(x < 1000 && x > -1000)
  __ESBMC_assigns()
  __ESBMC_ensures(__ESBMC_return_value == 2 * x)
{
  return x + x;
}

void bad_up(int *p)
  __ESBMC_requires(__ESBMC_is_fresh(p, sizeof(int)) && *p < 10)
  __ESBMC_assigns(*p)
  __ESBMC_ensures(*p == __ESBMC_old(*p))
{
  ++*p;
}

// Clauses in bodies, where ESBMC reads them.
int count_to(int n)
{
  __ESBMC_requires(n >= 0 && n <= 1000);
  __ESBMC_ensures(__ESBMC_return_value == n);
  int i = 0;
  __ESBMC_loop_invariant(i >= 0 && i <= n);
  while (i < n) i++;
  return i;
}

void add_each(int *r, const int *b)
{
  unsigned j;
  __ESBMC_requires(__ESBMC_is_fresh(&r, 2 * sizeof(int)) && __ESBMC_is_fresh(b, 2 * sizeof(int)));
  __ESBMC_requires(__ESBMC_forall(&j, !(j < 2) || (r[j] > -9 && r[j] < 9 && b[j] == 1)));
  __ESBMC_ensures(__ESBMC_forall(&j, !(j < 2) || r[j] == __ESBMC_old(r[j]) + b[j]));
  __ESBMC_assigns(r[0], r[1]);
  r[0] += b[0];
  r[1] += b[1];
}

int bad_next(int n)
{
  __ESBMC_requires(n < 9);
  __ESBMC_ensures(__ESBMC_return_value == n + 2);
  return n + 1;
}
