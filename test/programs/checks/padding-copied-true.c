// verdict: TRUE
// reason: a struct is copied with its padding into a block of its size
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
struct padded {
  char c;
  long l;
  char d;
};
int main(void) {
  struct padded s = { 1, 2, 3 };
  struct padded *t = malloc(sizeof s);
  memcpy(t, &s, sizeof s);
  int sum = t->c + t->l + t->d;
  free(t);
  return sum != 6;
}
