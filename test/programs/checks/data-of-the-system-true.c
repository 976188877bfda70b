// verdict: TRUE
// reason: texts, blocks and data of the system lie in their objects
// checks: deref
typedef unsigned long size_t;
extern int open(const char *path, int flags, ...);
typedef struct _IO_FILE FILE;
extern FILE *stdout;
extern int puts(const char *), printf(const char *, ...);
extern size_t fwrite(const void *, size_t, size_t, FILE *);
struct timespec { long tv_sec, tv_nsec; };
extern int nanosleep(const struct timespec *, struct timespec *);
extern long write(int, const void *, size_t);
extern int gethostname(char *, size_t);
extern char *getcwd(char *, size_t);
extern unsigned arc4random_uniform(unsigned end);
extern int __VERIFIER_nondet_int(void);

static int table[6] = {1, 2, 3, 4, 5, 6};

int main(void) {
  char name[6], line[8] = "ab", path[3] = {'/', __VERIFIER_nondet_int() & 127, 0};
  struct timespec pause = {0, 1000};
  nanosleep(&pause, (void *)0);
  if (gethostname(name, sizeof name) == 0) puts(name);
  if (getcwd(name, sizeof name) != (void *)0) printf("%.5s %s\n", name, path);
  int file = open(path, 0);
  long count = write(file, line, __VERIFIER_nondet_int() & 7);
  if (count > 0) line[count] = 0;
  fwrite(line, 1, sizeof line, stdout);
  return table[arc4random_uniform(6)];
}
