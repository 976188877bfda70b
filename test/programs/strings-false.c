// verdict: FALSE
// reason: lengths, comparisons and copies of short strings
extern char __VERIFIER_nondet_char(void);
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
  char s[4] = "ab";
  s[0] = __VERIFIER_nondet_char();
  if (strcmp(s, "xb") == 0 && strlen(s) == 2) reach_error();
  return 0;
}
