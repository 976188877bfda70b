// verdict: UNKNOWN
// reason: an undefined function may keep a pointer, and another one hand it back
extern void keep(int *);
extern int *kept(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x;
  keep(&x);
  x = 0;
  *kept() = 5;
  if (x == 5) reach_error();
  return 0;
}
