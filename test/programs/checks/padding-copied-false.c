// verdict: FALSE
// reason: the padding behind the last member is part of the copy
// checks: deref
extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
struct padded {
  char c;
  long l;
  char d;
};
int main(void) {
  struct padded s = { 1, 2, 3 };
  char *t = malloc(17);
  memcpy(t, &s, sizeof s);
  return t[0];
}
