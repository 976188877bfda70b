// verdict: TRUE
extern void reach_error(void);
extern char *basename(const char *);
extern char *__xpg_basename(char *);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char path[] = "/usr/lib/x?";
  path[10] = __VERIFIER_nondet_char();
  char *last = basename(path);
  if (last[0] != 'x' && last != path + 11) reach_error();
  char folder[] = "a/bc//";
  last = __xpg_basename(folder);
  if (last != folder + 2 || last[2] != 0 || folder[5] != '/') reach_error();
  return 0;
}
