// verdict: TRUE
// reason: pointers into a block that realloc moved are set right by their distance from the old start
// why-wrong: pointers into a block that realloc moved do not lead to where it is
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void reach_error(void);

int main(void) {
  int *block = malloc(8);
  if (block == 0) return 0;
  int *second = block + 1;
  block[0] = 1;
  block[1] = 2;
  for (int i = 0; i < 3; i++) {
    int *old = block;
    block = realloc(block, 16 + 8 * i);
    if (block == 0) return 0;
    if (block != old) second = block + (second - old); // wrong: if (block != old && second == old + 1) reach_error();
    if (*second != 2 || second != block + 1) reach_error(); // wrong:
  }
  return 0;
}
