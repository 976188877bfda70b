// verdict: FALSE
// reason: two percent signs and an n count nothing
void reach_error(void) {}
extern int printf(const char *, ...);

int main(void) {
  printf("%%n is not counted: %d\\n", 5);
  reach_error();
  return 0;
}
