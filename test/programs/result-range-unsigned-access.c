// verdict: TRUE
// reason: 0 or -1, seen through an unsigned result
// why-wrong: the library gives -1 for a failure, whatever sign the declaration has
extern void reach_error(void);
unsigned access(const char *, int);
int main(void) {
  if ((access("x", 0) + 1u) > 1u) reach_error(); // wrong: if (access("x", 0) == 4294967295u) reach_error();
  return 0;
}
