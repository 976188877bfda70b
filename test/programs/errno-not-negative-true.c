// verdict: TRUE
// reason: a library function sets errno to positive numbers only (C11 7.5)
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
extern int close(int);
int main(void) {
  *__errno_location() = 7;
  close(3);
  if (*__errno_location() <= 0) reach_error();
  return 0;
}
