// Contracts with a function that CBMC leaves uninterpreted. `other` is wrong: its value belongs to another argument.
int __CPROVER_uninterpreted_rank(int);

int rank(int x)
  __CPROVER_requires(x < 100)
  __CPROVER_assigns()
  __CPROVER_ensures(__CPROVER_return_value == __CPROVER_uninterpreted_rank(x))
{
  return __CPROVER_uninterpreted_rank(x);
}

int same(int x)
  __CPROVER_requires(x < 100)
  __CPROVER_assigns()
  __CPROVER_ensures(__CPROVER_return_value)
{
  return rank(x) == __CPROVER_uninterpreted_rank(x);
}

int other(int x)
  __CPROVER_requires(x < 100)
  __CPROVER_assigns()
  __CPROVER_ensures(__CPROVER_return_value == __CPROVER_uninterpreted_rank(x))
{
  return __CPROVER_uninterpreted_rank(x + 1);
}
