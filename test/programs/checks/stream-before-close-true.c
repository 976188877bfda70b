// verdict: TRUE
// checks: argument
// reason: no stream is used behind the call that closes it
typedef struct file FILE;
FILE *tmpfile(void);
int fclose(FILE *);
int fgetc(FILE *);
int main(void) {
  FILE *file = tmpfile();
  if (!file) return 1;
  int first = fgetc(file);
  fclose(file);
  return first > 0;
}
