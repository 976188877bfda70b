// verdict: TRUE
// reason: memcpy copies structs, arrays and bytes
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
extern void *memset(void *, int, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memmove(void *, const void *, unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *);
extern char *strcpy(char *, const char *);
struct S { int x; short v[3]; };

int main(void) {
  struct S s = {1, {2, 3, 4}}, t;
  memcpy(&t, &s, sizeof t);
  unsigned char b[sizeof(int)];
  int i = __VERIFIER_nondet_int(), j;
  memcpy(b, &i, sizeof i);
  memcpy(&j, b, sizeof j);
  if (t.x != 1 || t.v[2] != 4 || i != j) reach_error();
  return 0;
}
