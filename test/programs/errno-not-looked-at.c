// verdict: TRUE
// reason: close returns 0 or -1, whatever errno says
// why-wrong: a library function may fail, whatever errno says
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
extern int close(int);
extern long read(int, void *, unsigned long);
int main(void) {
  *__errno_location() = 0;
  if (close(3) < -1) reach_error(); // wrong: if (close(3) < 0) reach_error();
  return 0;
}
