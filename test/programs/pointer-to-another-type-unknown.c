// verdict: UNKNOWN
// reason: a call through a pointer to another type is undefined, whatever machines do
void reach_error(void) {}
static int one(int a) { return a; }
int main(void) {
  int (*f)(int, int) = (int (*)(int, int))one;
  if (f(1, 2) == 1) reach_error();
  return 0;
}
