// verdict: TRUE
extern void reach_error(void);
extern void *memset(void *, int, unsigned long);
struct s { char c; int i : 5; int : 3; int j : 4; union { char a; short b; } u; long double d; };
int main(void) {
  struct s x;
  memset(&x, 255, sizeof x);
  x.c = 1;
  __builtin_clear_padding(&x);
  unsigned char *bytes = (unsigned char *)&x;
  if (bytes[0] != 1 || bytes[1] != 31 || bytes[2] != 15 || bytes[3] != 0) reach_error();
  if (bytes[4] != 255 || bytes[5] != 255 || bytes[6] != 0 || bytes[15] != 0) reach_error();
  for (int i = 16; i < 26; i++) if (bytes[i] != 255) reach_error();
  for (int i = 26; i < 32; i++) if (bytes[i] != 0) reach_error();
}
