// verdict: TRUE
// reason: memcpy of a struct with padding
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
  struct pair *b = malloc(sizeof(struct pair));
  memcpy(b, &a, sizeof a);
  return b->i == 2;
}
