// verdict: TRUE
// reason: a _Bool without a value is 0 or 1 under a property file, in a local and in a block
// property: unreach-call
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);
struct part { int number; _Bool flag; };
int main(void) {
  _Bool flag;
  struct part *block = malloc(sizeof *block), local;
  if (flag + block->flag + local.flag > 3) reach_error();
  free(block);
  return 0;
}
