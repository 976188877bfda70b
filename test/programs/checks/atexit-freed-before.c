// verdict: FALSE
// reason: the handler that runs first releases the block that the other one reads
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern int atexit(void (*)(void));
static int **outer;
static void inside(void) { free(*outer); }
static void whole(void) { free(outer); }
int main(void) {
  outer = malloc(sizeof *outer);
  *outer = malloc(sizeof **outer);
  atexit(inside);
  atexit(whole);
  return 0;
}
