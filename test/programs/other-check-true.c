// verdict: TRUE
// checks: overflow
// reason: an assertion without a body changes nothing where a property is not about it
int kept;

int main(void) {
  kept = 1;
  __CPROVER_assert(kept < 3, "small");
  return kept + 2147483646;
}
