// verdict: TRUE
// reason: lengths, comparisons and copies of short strings
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
  char s[8] = "abc", t[8];
  if (__VERIFIER_nondet_int()) s[2] = 0;
  strcpy(t, s);
  if (strlen(t) != 3 && strlen(t) != 2) reach_error();
  if (strcmp(s, t) != 0) reach_error();
  return 0;
}
