// verdict: UNKNOWN
// reason: a read that fails says why in errno, which is not zero then
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
extern int close(int);
extern long read(int, void *, unsigned long);
int main(void) {
  char c;
  *__errno_location() = 0;
  if (read(0, &c, 1) < 0 && *__errno_location() == 0) reach_error();
  return 0;
}
