// verdict: FALSE
// reason: a copy of unknown length between large arrays, by the model
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
extern void *memcpy(void *, const void *, unsigned long);

struct item {
  int key;
  char *name;
};

struct item from[1000], to[1000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  from[2].key = 9;
  from[2].name = "nine";
  if (n > 1000) return 0;
  memcpy(to, from, n * sizeof(struct item));
  if (to[2].key == 9 && to[2].name[1] == 'i' && to[3].key == 0) reach_error();
  return 0;
}
