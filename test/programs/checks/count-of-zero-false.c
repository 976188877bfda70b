// verdict: FALSE
// reason: no bit of 0 is set, so that none is the first one
// checks: argument
// native: sanitisers report few arguments
int main(void) {
  volatile unsigned x = 0;
  return __builtin_clz(x);
}
