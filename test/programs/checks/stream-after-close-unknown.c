// verdict: UNKNOWN
// checks: argument
// reason: the stream is closed when it is read
typedef struct file FILE;
FILE *tmpfile(void);
int fclose(FILE *);
int fgetc(FILE *);
int main(void) {
  FILE *file = tmpfile();
  if (!file) return 1;
  fclose(file);
  return fgetc(file) > 0;
}
