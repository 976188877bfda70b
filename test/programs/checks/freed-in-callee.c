// verdict: TRUE
// reason: a pointer to a released block is compared
// why-wrong: a read of a block that a called function released
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
static void drop(int *p) { free(p); }
int main(void) {
  int *p = malloc(4);
  *p = 1;
  drop(p);
  return p != 0; // wrong: return *p;
}
