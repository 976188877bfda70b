// verdict: FALSE
extern void reach_error(void);
extern char *__xpg_basename(char *);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char path[] = "ab/c";
  path[0] = __VERIFIER_nondet_char();
  path[3] = __VERIFIER_nondet_char();
  if (__xpg_basename(path) == path + 1) reach_error();
  return 0;
}
