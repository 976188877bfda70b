// verdict: TRUE
// reason: NULL is no address of an object
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x, *p = &x;
  if (!p || (unsigned long)p == 0) reach_error();
  return 0;
}
