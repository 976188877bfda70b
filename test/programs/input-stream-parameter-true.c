// verdict: TRUE
// reason: what was given back to the stream comes again, whoever reads it
extern struct _IO_FILE *stdin;
extern int fgetc(struct _IO_FILE *);
extern int getchar(void);
extern int ungetc(int, struct _IO_FILE *);
void reach_error(void) {}
static int peek(struct _IO_FILE *in) { return ungetc(fgetc(in), in); }
int main(void) {
  int c = peek(stdin);
  if (c != getchar()) reach_error();
  return 0;
}
