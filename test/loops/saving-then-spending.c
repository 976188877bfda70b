// verdict: TRUE
// proved-by: houdini
// Money is put aside until there is enough, and spent from then on: at no time is more spent than was saved.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int enough = __VERIFIER_nondet_int(), saved = 0, spent = 0;
  _Bool spending = 0;
  if (enough < 1 || enough > 1000000) return 0;
  while (__VERIFIER_nondet_int()) {
    if (!spending) {
      saved++;
      if (saved >= enough) spending = 1;
    } else if (spent < saved) spent++;
    if (spent > saved || saved > enough || (spent > 0 && saved != enough)) reach_error();
  }
  return 0;
}
