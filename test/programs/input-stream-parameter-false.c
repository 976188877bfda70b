// verdict: FALSE
// reason: a stream that a function is given may be the standard input
extern struct _IO_FILE *stdin;
extern int fgetc(struct _IO_FILE *);
extern int ungetc(int, struct _IO_FILE *);
void reach_error(void) {}
static int peek(struct _IO_FILE *in) { return ungetc(fgetc(in), in); }
int main(void) {
  if (peek(stdin) == 'a' && fgetc(stdin) == 'a' && peek(stdin) == 'b') reach_error();
  return 0;
}
