// verdict: UNKNOWN
// reason: behind a pointer to stdin, another stream may be read
typedef struct file FILE;
extern FILE *stdin;
extern FILE *fopen(const char *, const char *);
extern int getchar(void);
extern void reach_error(void);
FILE **place = &stdin;
int main(void) {
  *place = fopen("/dev/null", "r");
  if (*place && getchar() == 'x')
    reach_error();
  return 0;
}
