// verdict: UNKNOWN
// reason: behind an assignment to stdin, another stream is read
typedef struct file FILE;
extern FILE *stdin;
extern FILE *fopen(const char *, const char *);
extern int fgetc(FILE *);
extern void reach_error(void);
int main(void) {
  stdin = fopen("/dev/null", "r");
  if (stdin && fgetc(stdin) == 'x')
    reach_error();
  return 0;
}
