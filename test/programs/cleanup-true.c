// verdict: TRUE
// reason: cleanups run at the end of scopes, last first, and before break, goto and return leave them, behind the value
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int n; static void add(int *p) { n = n * 10 + *p; } static void none(void *p) { n = n * 10 + 9; }
static int f(int x) { int k = 0; again:; __attribute__((__cleanup__(add))) int a = 1; if (k++ == 0 && x == 1) goto again; { int b __attribute__((__cleanup__(add))) = 2; if (x == 2) goto out; __attribute__((__cleanup__(add))) int c = 3; switch (x) { case 3: { __attribute__((__cleanup__(add))) int d = 4; break; } case 4: goto out; default: n = n * 10; } } out: return n; }
static int g(int x) { int r = ({ __attribute__((__cleanup__(add))) int a = 5; __auto_type __attribute__((cleanup(none))) q = x; a + q; }); return r * 1000 + n; }
int main(void){ int x = __VERIFIER_nondet_int(); if (x < 0 || x > 4) return 0; int r = f(x);
 static const int want[5][2] = { {32, 321}, {1032, 10321}, {2, 21}, {432, 4321}, {32, 321} };
 if (r != want[x][0] || n != want[x][1]) reach_error(); n = 0; if (g(x) != (5 + x) * 1000 + 95) reach_error(); return 0; }
