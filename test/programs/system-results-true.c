// verdict: TRUE
// reason: write, send and recv count at most the bytes that they were given
typedef unsigned long size_t;
extern long write(int, const void *, size_t);
extern long send(int, const void *, size_t, int), recv(int, void *, size_t, int);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) reach_error();
}
extern unsigned arc4random_uniform(unsigned end);
int main(void) {
  char bytes[4] = "abc";
  __VERIFIER_assert(write(1, bytes, 2) <= 2);
  __VERIFIER_assert(send(1, bytes, 2, 0) <= 2);
  long count = recv(0, bytes, 2, 0);
  __VERIFIER_assert(count <= 2 && bytes[2] == 'c');
  __VERIFIER_assert(arc4random_uniform(1) == 0);
  return 0;
}
