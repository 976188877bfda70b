// verdict: TRUE
// reason: each time its declaration is reached a variable-length array has the size of that time
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct pair {
  int x;
  char c;
};

int main(void) {
  int k = __VERIFIER_nondet_int();
  int total = 0;
  for (int i = 1; i < 4; i++) {
    char a[i];
    a[i - 1] = i;
    if (sizeof a != i) reach_error();
    total += a[i - 1];
  }
  if (total != 6) reach_error();
  int n = 1;
again:;
  struct pair pairs[n];
  struct pair *p = pairs;
  pairs[n - 1].x = k;
  p[n - 1].c = n;
  if (pairs[n - 1].x != k || pairs[n - 1].c != n || sizeof pairs != 8 * n) reach_error();
  if (++n < 4) goto again;
}
