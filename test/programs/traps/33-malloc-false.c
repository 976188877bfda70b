// verdict: FALSE
// reason: the content of fresh memory may be anything
void reach_error(void) {}

extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(sizeof *p);
  if (p && *p == 12) reach_error();
  return 0;
}
