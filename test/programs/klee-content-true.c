// verdict: TRUE
// reason: a symbolic object has any content, and nothing beside it changes
void reach_error(void);
void klee_make_symbolic(void *address, unsigned long bytes, const char *name);
void klee_assume(unsigned long condition);
int klee_range(int begin, int end, const char *name);
unsigned long klee_choose(unsigned long n);
void klee_prefer_cex(void *object, unsigned long condition);
struct part { unsigned char kind : 2; short length; int sizes[2]; } part;
static int before, numbers[40], behind;
int main(void) {
  klee_make_symbolic(&part, sizeof part, "part");
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  klee_assume(part.sizes[1] == 7);
  klee_prefer_cex(&part, part.length > 0);
  int i = klee_range(-3, 4, "i");
  unsigned long n = klee_choose(5);
  if (part.kind > 3 || part.sizes[1] != 7 || before != 0 || behind != 0) reach_error();
  if (i < -3 || i >= 4 || n >= 5) reach_error();
  return 0;
}
