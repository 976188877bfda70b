// Clauses that follow from those before them, whatever the body does: they are told, and stay proved.
int clamp(int x, int lo, int hi)
  __CPROVER_requires(lo <= hi)
  __CPROVER_ensures(lo <= __CPROVER_return_value && __CPROVER_return_value <= hi)
  __CPROVER_ensures(hi >= lo)
  __CPROVER_ensures(__CPROVER_return_value >= lo || x == 7)
{
  if (x < lo) return lo;
  return x > hi ? hi : x;
}

int set(int *p, int *q, int v)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)) && __CPROVER_is_fresh(q, sizeof(int)))
  __CPROVER_requires(v < 1000)
  __CPROVER_assigns(*p)
  __CPROVER_ensures(*p == v + 1)
  __CPROVER_ensures(*q == __CPROVER_old(*q))
  __CPROVER_ensures(__CPROVER_return_value == 0)
{
  *p = v + 1;
  return 0;
}
