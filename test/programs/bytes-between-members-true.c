// verdict: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* Bytes between members keep what characters were stored there. */
struct gap {
  char c;
  int i;
};
int main(void) {
  struct gap g;
  unsigned char *bytes = (unsigned char *)&g;
  for (unsigned i = 0; i < sizeof g; i++) bytes[i] = i + 1;
  if (g.c != 1 || g.i != 0x08070605 || bytes[2] != 3) reach_error();
  bytes[5] = 0;
  if (g.i != 0x08070005) reach_error();
  return 0;
}
