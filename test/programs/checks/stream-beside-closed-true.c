// verdict: TRUE
// checks: argument
// reason: a stream stays open while another one is opened and closed again and again
typedef struct file FILE;
FILE *fopen(const char *, const char *);
int fputs(const char *, FILE *);
int fclose(FILE *);
int main(void) {
  FILE *log = fopen("log", "w");
  if (!log) return 1;
  for (int i = 0; i < 3; i++) {
    FILE *part = fopen("part", "w");
    if (!part) break;
    fputs("part", part);
    fputs("log", log);
    fclose(part);
  }
  fclose(log);
  return 0;
}
