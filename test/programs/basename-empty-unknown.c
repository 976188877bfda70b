// verdict: UNKNOWN
// reason: an empty path gives a text of the library's
extern void reach_error(void);
extern char *__xpg_basename(char *);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char path[] = "a";
  path[0] = __VERIFIER_nondet_char();
  if (path[0] == 'a' || path[0] == '/') return 0;
  if (*__xpg_basename(path) == 'a') reach_error();
  return 0;
}
