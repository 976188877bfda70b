// verdict: FALSE
// reason: memory from one malloc call is an object
extern void abort(void);
void reach_error(void) {}
extern void *malloc(unsigned long);
struct T { int k; struct T *next; };

int main(void) {
  int *p = malloc(4 * sizeof(int));
  p[2] = 6;
  if (p && p[2] == 6) reach_error();
  return 0;
}
