// verdict: FALSE
// reason: what is stored by one name of an object is read by the other
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
extern const int later[] __attribute__((alias("table"))); extern int second __attribute__((alias("first")));
int use(void) { return later[1] + second; }
const int table[3] = {1, 2, 3}; int first = 5; extern int third __attribute__((weak, alias("second")));
int main(void){ int x = __VERIFIER_nondet_int(); third = x; first = 1; if (&third != &first || use() != x + 2) reach_error(); return 0; }
