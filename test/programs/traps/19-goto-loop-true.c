// verdict: TRUE
// reason: loops made of goto, and loops that test at their end
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) {}

int main(void) {
  int first = 1, ok = 1, n = 0;
again:
  ok = first || n > 0;
  first = 0;
  n = n < 5 ? n + 1 : 5;
  if (!ok) reach_error();
  do {
    n--;
  } while (n > 3);
  n++;
  if (__VERIFIER_nondet_bool()) goto again;
  return 0;
}
