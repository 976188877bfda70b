// verdict: UNKNOWN
// reason: the zeros behind the copied string leave the array
extern void reach_error(void);
extern char *strncpy(char *, const char *, unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);
static char name[4];
static int v;
int main(void) {
  strncpy(name, "1", __VERIFIER_nondet_uint() % 6);
  if (v != 0) reach_error();
  return 0;
}
