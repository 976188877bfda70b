// verdict: TRUE
// reason: 0 or -1, seen through an unsigned result
extern void reach_error(void);
unsigned access(const char *, int);
int main(void) {
  if ((access("x", 0) + 1u) > 1u) reach_error();
  return 0;
}
