// verdict: FALSE
// reason: the library's result is unsigned, so that a declaration with int may show a negative one
extern void reach_error(void);
int getuid(void);
int main(void) {
  if (getuid() < 0) reach_error();
  return 0;
}
