// verdict: FALSE
// checks: argument
// reason: fopen may fail, and nobody asks
typedef struct file FILE;
FILE *fopen(const char *, const char *);
int fputs(const char *, FILE *);
int main(void) {
  FILE *file = fopen("log", "w");
  return fputs("begin", file) < 0;
}
