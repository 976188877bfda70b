// verdict: UNKNOWN
// reason: C leaves open whether the read or the change of one object comes first
static _Atomic unsigned count = 3;
extern void reach_error(void);
#define LOAD(p) ({ __typeof__(*(p) + 0u) own; __atomic_load(p, &own, 5); own; })
int main(void) {
  unsigned sum = LOAD(&count) + __atomic_fetch_add(&count, 1, 5);
  if (sum != 6) reach_error();
  return 0;
}
