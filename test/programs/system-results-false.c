// verdict: FALSE
// reason: getentropy may give any bytes
typedef unsigned long size_t;
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) reach_error();
}
extern int getentropy(void *, unsigned long);
int main(void) {
  unsigned char bytes[2] = {1, 1};
  if (getentropy(bytes, sizeof bytes) == 0) __VERIFIER_assert(bytes[0] != 7 || bytes[1] != 9);
  return 0;
}
