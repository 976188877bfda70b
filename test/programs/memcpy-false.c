// verdict: FALSE
// reason: memcpy copies structs, arrays and bytes
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
  int i = 0x01020304;
  unsigned char b[4];
  memcpy(b, &i, 4);
  if (b[0] == 4 && b[3] == 1) reach_error();
  return 0;
}
