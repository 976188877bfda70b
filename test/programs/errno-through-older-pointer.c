// verdict: UNKNOWN
// reason: a library function that fails sets errno, also for those who took its address before
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
extern int close(int);
extern long read(int, void *, unsigned long);
int main(void) {
  int *number = __errno_location();
  *number = 0;
  if (close(3) < 0 && *number == 0) reach_error();
  return 0;
}
