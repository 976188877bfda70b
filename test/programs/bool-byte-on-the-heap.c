// verdict: TRUE
// reason: a _Bool in a fresh block that was assigned is 0 or 1
// why-wrong: the first byte of a fresh block may hold any value, although a _Bool lies there
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void); // wrong:
struct answer { _Bool truth; int number; };
int main(void) {
  struct answer *answer = malloc(sizeof *answer);
  if (answer == 0) return 0;
  answer->truth = __VERIFIER_nondet_int(); // wrong:
  unsigned char *byte = (unsigned char *)answer;
  if (*byte > 1) reach_error(); // wrong: if (*byte == 2) reach_error();
  return 0;
}
