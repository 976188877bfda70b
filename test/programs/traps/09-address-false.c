// verdict: FALSE
// reason: a pointer that was freed and one that was not differ in what may be read
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *a = malloc(sizeof *a);
  *a = __VERIFIER_nondet_int();
  int kept = *a;
  free(a);
  a = malloc(sizeof *a);
  *a = 2;
  if (kept == 3 && *a == 2) reach_error();
  return 0;
}
