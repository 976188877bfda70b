// verdict: UNKNOWN
// reason: a library function that a pointer leads to sets errno as well
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
extern int close(int);
int (*end)(int) = close;
int main(void) {
  *__errno_location() = 3;
  end(1);
  if (*__errno_location() == 3) reach_error();
  return 0;
}
