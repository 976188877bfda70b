// verdict: TRUE
// reason: strings in large buffers, by models
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *);
extern char *strcpy(char *, const char *);
extern char *strrchr(const char *, int);

char text[1000], copy[1000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  if (n > 1) return 0;
  if (n == 1) text[0] = 'a';
  strcpy(copy + n, text);
  if (strlen(text) != n || strcmp(text, copy + n) != 0) reach_error();
  if (strrchr(text, 0) != text + n) reach_error();
  return 0;
}
