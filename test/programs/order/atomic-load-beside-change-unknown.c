// verdict: UNKNOWN
// reason: C leaves open whether the read or the change of one object comes first
// order: open
static _Atomic unsigned count = 3;
extern void reach_error(void);
int main(void) {
  unsigned sum = ({ unsigned own; __atomic_load(&count, &own, 5); own; }) + __atomic_fetch_add(&count, 1, 5);
  if (sum != 6) reach_error();
  return 0;
}
