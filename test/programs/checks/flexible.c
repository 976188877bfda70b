// verdict: TRUE
// reason: a flexible member to its last element
// why-wrong: an element behind a flexible member
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
struct text {
  int length;
  char bytes[];
};
int main(void) {
  struct text *t = malloc(sizeof(struct text) + 3);
  t->length = 3;
  for (int i = 0; i < t->length; i++) t->bytes[i] = 0; // wrong: for (int i = 0; i <= t->length; i++) t->bytes[i] = 0;
  return 0;
}
