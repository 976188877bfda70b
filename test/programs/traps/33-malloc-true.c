// verdict: TRUE
// reason: malloc does not fail: the rule here, unless asked otherwise
void reach_error(void) {}

extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
int main(void) {
  char *p = malloc(1);
  if (!p) reach_error();
  int *q = calloc(3, sizeof *q);
  if (!q || q[0] || q[2]) reach_error();
  return 0;
}
