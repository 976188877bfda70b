// verdict: TRUE
// reason: a function of the program that has the name of the library's but other parameters makes no jump
// externals: pure
extern void reach_error(void);
extern int setjmp(int, int);
extern int longjmp(int, int, int);
int main(void) {
  int turns = 0;
  int got = setjmp(1, 2);
  turns++;
  if (got == 0) longjmp(3, 4, 5);
  if (turns != 1) reach_error();
  return 0;
}
