// verdict: FALSE
// reason: control comes back from a function of the program that only has the name of the library's longjmp
// externals: pure
extern void reach_error(void);
extern int longjmp(int, int);
int main(void) {
  longjmp(3, 4);
  reach_error();
  return 0;
}
