// verdict: UNKNOWN
// checks: argument
// reason: the stream is closed when it is read; the run rests on its address, and the command replays it
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
