// verdict: TRUE
// reason: functions of wchar.h by models
// why-wrong: functions of wchar.h by models
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
typedef int wchar_t;
typedef struct { int __count; union { unsigned w; char b[4]; } __value; } mbstate_t;
int mbsinit(const mbstate_t *);
wchar_t *wcscpy(wchar_t *, const wchar_t *);
int wcscmp(const wchar_t *, const wchar_t *);
unsigned long wcslen(const wchar_t *);
wchar_t *wcschr(const wchar_t *, wchar_t);
wchar_t *wmemset(wchar_t *, wchar_t, unsigned long);
int wmemcmp(const wchar_t *, const wchar_t *, unsigned long);
int main(void) {
  mbstate_t zero = { 0 };
  wchar_t a[4] = L"ab", b[4];
  a[1] = __VERIFIER_nondet_uchar();
  if (!mbsinit(&zero)) reach_error();
  wcscpy(b, a);
  if (wcscmp(a, b) != 0 || wcslen(b) > 2 || wcschr(b, L'a') != b) reach_error();
  wmemset(b, 7, 3);
  if (b[2] != 7 || wmemcmp(a, b, 1) <= 0) reach_error();
  if (wcslen(a) <  1) reach_error(); // wrong: if (wcslen(a) ==  1) reach_error();
  return 0;
}
