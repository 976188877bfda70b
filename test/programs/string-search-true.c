// verdict: TRUE
// reason: strlen, strchr and their like on strings that are known in part
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern void *memchr(const void *, int, unsigned long);
extern unsigned long strlen(const char *);
extern unsigned long strnlen(const char *, unsigned long);
extern char *strchr(const char *, int);
extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *);
extern unsigned long strspn(const char *, const char *);
extern unsigned long strcspn(const char *, const char *);
extern char *strpbrk(const char *, const char *);

int main(void) {
  char text[8] = "abcabc";
  unsigned at = __VERIFIER_nondet_uchar();
  if (at > 5) return 0;
  text[at] = '.';
  if (strlen(text) != 6 || strnlen(text, 4) != 4 || strnlen(text, 8) != 6) reach_error();
  if (strchr(text, '.') != text + at || strrchr(text, '.') != text + at) reach_error();
  if (strchr(text, 'z') != 0 || strchr(text, 0) != text + 6) reach_error();
  if (at != 2 && strchr(text, 'c') != text + 2) reach_error();
  if (memchr(text, '.', at) != 0 || memchr(text, '.', at + 1) != text + at) reach_error();
  if (strcspn(text, "z.") != at || strspn(text, "abc") != at || strpbrk(text, ".,") != text + at) reach_error();
  if (at < 3 && strstr(text, "abc") != text + 3) reach_error();
  return 0;
}
