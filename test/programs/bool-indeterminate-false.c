// verdict: FALSE
// reason: an indeterminate _Bool may be true
extern void reach_error(void);
int main(void) {
  _Bool truth;
  _Bool *pointer = &truth;
  if (*pointer) reach_error();
  return 0;
}
