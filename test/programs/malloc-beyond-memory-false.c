// verdict: FALSE
// reason: no machine has so many bytes: the allocation returns null
extern void *malloc(unsigned long);
extern void abort(void);
extern void reach_error(void);

int main(void) {
  char *block = malloc(-1UL / 2);
  if (block) abort();
  reach_error();
  return 0;
}
