// verdict: UNKNOWN
// reason: whether an address is used again after free is left to the allocator: never TRUE
void reach_error(void) {}

extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  unsigned long a = (unsigned long)malloc(4);
  free((void *)a);
  unsigned long b = (unsigned long)malloc(4);
  if (a && a == b) reach_error();
  return 0;
}
