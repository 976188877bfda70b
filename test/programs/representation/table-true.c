// verdict: TRUE
// reason: nothing writes the bytes of these records but stores to their members
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct entry { int key; _Bool used; } table[1000];
int main(void) {
  for (unsigned i = 0; i < 1000; i++) {
    unsigned at = __VERIFIER_nondet_uint();
    if (at < 1000) table[at].used = 1;
  }
  unsigned at = __VERIFIER_nondet_uint();
  if (at >= 1000) return 0;
  struct entry *entry = &table[at];
  if (entry->used > 1) reach_error();
  return 0;
}
