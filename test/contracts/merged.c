// The contract of `up` allows results that its body does not have, so that checks of `twice` are proved with its body alone.
int up(int x)
  __CPROVER_requires(x < 100)
  __CPROVER_ensures(__CPROVER_return_value >= x)
{
  return x + 1;
}

int twice(int x)
  __CPROVER_requires(x < 50)
  __CPROVER_ensures(__CPROVER_return_value == x + 2)
{
  return up(up(x));
}

int bad_call(int x)
  __CPROVER_ensures(__CPROVER_return_value > x)
{
  return x < 200 ? up(x) : x;
}

int twice_of_all(int *a)
  __CPROVER_requires(__CPROVER_is_fresh(a, 64))
  __CPROVER_requires(__CPROVER_forall { int k; (0 <= k && k < 16) ==> a[k] < 50 })
  __CPROVER_ensures(__CPROVER_return_value < 100)
{
  return a[3] < 0 ? 0 : a[3] + a[4];
}
