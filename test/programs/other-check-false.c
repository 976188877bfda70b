// verdict: FALSE
// checks: overflow
// reason: a failing assertion goes on where a property is not about it
int kept;

int main(void) {
  kept = 1;
  __CPROVER_assert(kept > 3, "large");
  return kept + 2147483647;
}
