// verdict: FALSE
// reason: a table of handlers has one that takes more than it gets
// checks: argument
// native: no sanitiser of GCC reports this
extern int __VERIFIER_nondet_int(void);
typedef int (*handler)(int);
static int one(int a) { return a; }
static int two(int a, int b) { return a == b; }
static const handler table[] = {one, (handler)two};
int main(void) { return table[__VERIFIER_nondet_int() & 1](1) == 0; }
