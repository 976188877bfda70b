// verdict: FALSE
// found-by: bmc
// Every step of spending after the tenth takes two.
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
    } else if (spent < saved) spent += spent > 10 ? 2 : 1;
    if (spent > saved) reach_error();
  }
  return 0;
}
