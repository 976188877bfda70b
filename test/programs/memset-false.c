// verdict: FALSE
// reason: memset fills all bytes
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
  unsigned a[3];
  memset(a + 1, 1, 4);
  if (a[1] == 0x01010101) reach_error();
  return 0;
}
