// verdict: FALSE
// reason: sizeof evaluates the length of a variable-length array type
// checks: overflow
// native: the sanitiser does not look into the length of an array type
int main(void) {
  volatile int x = 2147483647;
  return sizeof(char[x + 1 < 0 ? 3 : 4]) == 7;
}
