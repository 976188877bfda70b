// verdict: UNKNOWN
// reason: the buffer ends before the stream, which flushes it at the end of the program
// checks: argument, deref
typedef struct _IO_FILE FILE;
extern FILE *stdout;
extern int setvbuf(FILE *stream, char *buffer, int mode, unsigned long size);
int main(void) {
  char buffer[64];
  return setvbuf(stdout, buffer, 0, sizeof buffer);
}
