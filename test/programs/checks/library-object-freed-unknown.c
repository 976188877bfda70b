// verdict: UNKNOWN
// reason: fstat writes to a block that has ended
// checks: deref
// approximate: fstat may write through its arguments
extern void *malloc(unsigned long);
extern void free(void *);
struct stat { long words[18]; };
extern int fstat(int, struct stat *);
int main(void) {
  struct stat *about = malloc(sizeof *about);
  free(about);
  return fstat(0, about);
}
