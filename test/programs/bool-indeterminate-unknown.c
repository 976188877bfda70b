// verdict: UNKNOWN
// reason: an indeterminate _Bool may have a byte that is neither true nor false
extern void reach_error(void);
int main(void) {
  _Bool truth;
  _Bool *pointer = &truth;
  int number = *pointer;
  if (number != 0 && number != 1) reach_error();
  return 0;
}
