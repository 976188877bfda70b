// Invariants that are written at loops are advice: wrong ones are findings, and the functions are proved.
#define loop(...) __VA_ARGS__
#define invariant(c) __CPROVER_loop_invariant(c)

void set_all(int *a, unsigned n)
  __CPROVER_requires(n <= 1000 && __CPROVER_is_fresh(a, n * sizeof(int)))
  __CPROVER_assigns(__CPROVER_object_upto(a, n * sizeof(int)))
  __CPROVER_ensures(__CPROVER_forall { unsigned k; (k < n) ==> a[k] == 7 })
{
  for (unsigned i = 0; i < n; i++)
    loop(__CPROVER_assigns(i, __CPROVER_object_upto(a, n * sizeof(int)))
      invariant(i <= n && n == __CPROVER_loop_entry(n))
      invariant(__CPROVER_forall { unsigned k; (k < i) ==> a[k] == 7 })
      __CPROVER_decreases(n - i)) { a[i] = 7; }
}

int half(unsigned n)
  __CPROVER_requires(n <= 1000)
  __CPROVER_ensures(__CPROVER_return_value == (int)(n / 2))
{
  int h = 0;
  unsigned i = n;
  do
    __CPROVER_loop_invariant(i <= n)
    __CPROVER_loop_invariant(10 / i > 0) // false, and a fault of its own
  {
    if (i < 2) break;
    i -= 2;
    h++;
  } while (1);
  return h;
}

// The fault in the line of an invariant is one of the function.
int bad_line(int *p)
  __CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, sizeof(int)))
{
  int i = 0;
  while (i < 3) __CPROVER_loop_invariant(i <= 3 && (p == 0 || *p == __CPROVER_loop_entry(*p))) { i++; if (i == 2) i += *p > 0; } // deref
  return i;
}
