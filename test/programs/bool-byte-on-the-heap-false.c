// verdict: FALSE
// reason: the first byte of a fresh block may hold any value, although a _Bool lies there
extern void reach_error(void);
extern void *malloc(unsigned long);
struct answer { _Bool truth; int number; };
int main(void) {
  struct answer *answer = malloc(sizeof *answer);
  if (answer == 0) return 0;
  unsigned char *byte = (unsigned char *)answer;
  if (*byte == 2) reach_error();
  return 0;
}
