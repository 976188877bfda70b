// verdict: FALSE
// reason: a block need not lie where one lay that was freed
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);

int main(void) {
  int *last = 0;
  for (int i = 0; i < 2; i++) {
    int *block = malloc(4);
    if (last != 0 && last != block) reach_error();
    free(block);
    last = block;
  }
  return 0;
}
