// verdict: TRUE
// reason: the least result is -1, seen through an unsigned result
// why-wrong: the library gives -1 for a failure, whatever sign the declaration has
extern void reach_error(void);
unsigned dup(int);
int main(void) {
  if (dup(0) == 4294967294u) reach_error(); // wrong: if (dup(0) == 4294967295u) reach_error();
  return 0;
}
