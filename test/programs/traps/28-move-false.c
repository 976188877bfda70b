// verdict: FALSE
// reason: a copy of a whole struct copies every member
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

extern void *memcpy(void *, const void *, unsigned long);
struct two { char name[4]; int next; };
int main(void) {
  struct two from = { "abc", __VERIFIER_nondet_int() }, to = { "xyz", 1 };
  memcpy(&to, &from, sizeof from.name);
  if (to.next != 1) return 0;
  memcpy(&to, &from, sizeof from);
  if (to.next == 7 && to.name[0] == 'a') reach_error();
  return 0;
}
