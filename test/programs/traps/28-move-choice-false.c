// verdict: FALSE
// reason: a copy may go over the end of a member into the next one of the same object
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) {}

extern void *memcpy(void *, const void *, unsigned long);
struct two { char name[4]; int next; };
int main(void) {
  struct two from = { "abc", 7 }, to = { "xyz", 1 };
  memcpy(&to, &from, __VERIFIER_nondet_bool() ? sizeof from : sizeof from.name);
  if (to.next == 7 && to.name[0] == 'a') reach_error();
  return 0;
}
