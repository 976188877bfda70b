// verdict: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int *wcscat(int *, const int *), *wcsncpy(int *, const int *, unsigned long), *wcsrchr(const int *, int), *wcsstr(const int *, const int *);
unsigned long wcslen(const int *);
int iswalpha(unsigned), iswdigit(unsigned);
unsigned towupper(unsigned);
int main(void) {
  unsigned c = __VERIFIER_nondet_uint();
  if (iswalpha(c) && towupper(c) == 'b') reach_error();
  if (iswdigit(c) && (c < '0' || c > '9')) reach_error();
  if (iswalpha(1000)) reach_error();
  int a[8] = { 'a', c == 0 ? 'x' : c };
  int b[3] = { 'z', 'a' };
  wcscat(a, b);
  if (wcslen(a) != 4 || wcsrchr(a, 'a') != a + 3 || wcsstr(a, b) > a + 2) reach_error();
  wcsncpy(a, b, 4);
  if (a[1] != 'a' || a[2] != 0 || a[3] != 0) reach_error(); // wrong: if (a[1] != 'a' || a[2] == 0) reach_error();
}
