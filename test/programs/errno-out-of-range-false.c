// verdict: FALSE
// reason: strtol sets errno to ERANGE where the number does not fit
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
extern long strtol(const char *, char **, int);
int main(void) {
  *__errno_location() = 0;
  long value = strtol("99999999999999999999999", 0, 10);
  if (*__errno_location() == 34 && value == (long)(~0ul >> 1)) reach_error();
  return 0;
}
