// verdict: TRUE
// reason: memcmp is zero for equal bytes only
// why-wrong: memcmp is zero for equal bytes only
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

int main(void) {
  int a[2] = {1, 2}, b[2] = {1, __VERIFIER_nondet_int()}; // wrong: int a = 5, b = __VERIFIER_nondet_int();
  if ((memcmp(a, b, sizeof a) == 0) != (b[1] == 2)) reach_error(); // wrong: if (memcmp(&a, &b, 4) == 0) reach_error();
  return 0;
}
