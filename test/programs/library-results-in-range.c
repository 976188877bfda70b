// verdict: TRUE
// reason: results of library functions lie where the library says
// why-wrong: results of library functions lie where the library says
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
int open(const char *, int, ...);
int close(int);
unsigned umask(unsigned);
int main(void) {
  int fd = open("x", 0);
  if (fd < -1 || umask(0) > 511) reach_error();
  if (close(fd) > 0) reach_error(); // wrong: if (close(fd) < 0) reach_error();
  return 0;
}
