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
