// verdict: FALSE
// reason: each part of a symbolic object may have any value
void reach_error(void);
void klee_make_symbolic(void *address, unsigned long bytes, const char *name);
int klee_range(int begin, int end, const char *name);
struct part { unsigned char kind : 2; short length; int sizes[2]; double weight; } part;
static int numbers[40];
int main(void) {
  klee_make_symbolic(&part, sizeof part, "part");
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  int i = klee_range(-3, 4, "i");
  if (part.kind == 2 && part.length == -9 && part.sizes[1] == 77 && part.weight == 0.5 && numbers[3] == 5 && i == 3)
    reach_error();
  return 0;
}
