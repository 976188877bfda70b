// verdict: TRUE
// reason: a stream that gets no memory as its buffer takes its own
// checks: argument, deref
typedef struct _IO_FILE FILE;
extern FILE *stdout;
extern int setvbuf(FILE *stream, char *buffer, int mode, unsigned long size);
extern void setbuf(FILE *stream, char *buffer);
int main(void) {
  setvbuf(stdout, (void *)0, 1, 0);
  setbuf(stdout, 0);
  return 0;
}
