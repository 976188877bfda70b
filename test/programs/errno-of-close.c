// verdict: UNKNOWN
// reason: a library function that fails sets errno
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
extern int close(int);
extern long read(int, void *, unsigned long);
int main(void) {
  *__errno_location() = 0;
  if (close(3) < 0 && *__errno_location() == 0) reach_error();
  return 0;
}
