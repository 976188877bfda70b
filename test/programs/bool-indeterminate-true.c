// verdict: TRUE
// reason: an indeterminate _Bool is true or false
extern void reach_error(void);
int main(void) {
  _Bool truth;
  _Bool *pointer = &truth;
  int number = *pointer;
  if (number != 0 && number != 1) reach_error();
  return 0;
}
