// Nothing satisfies what `vacuous` requires; some calls satisfy what `rare` requires.
int vacuous(int x)
  __CPROVER_requires(x > 3 && x < 2)
  __CPROVER_ensures(__CPROVER_return_value == 5)
{
  return x;
}

int rare(unsigned x)
  __CPROVER_requires(x < 65536 && x * x == 65025)
  __CPROVER_ensures(__CPROVER_return_value == 255)
{
  return (int)x;
}

int turns(int x)
  __CPROVER_requires(0 <= x && x < 9)
  __CPROVER_ensures(__CPROVER_return_value == 0)
{
  return x == 0 ? 0 : turns(x - 1);
}
