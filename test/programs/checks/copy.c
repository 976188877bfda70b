// verdict: TRUE
// reason: memcpy of a struct with padding
// why-wrong: memcpy into a block that is too small
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
struct pair {
  char c;
  int i;
};
int main(void) {
  struct pair a = {1, 2};
  struct pair *b = malloc(sizeof(struct pair)); // wrong: struct pair *b = malloc(4);
  memcpy(b, &a, sizeof a);
  return b->i == 2; // wrong: return 0;
}
