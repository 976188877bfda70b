// verdict: TRUE
// reason: what was given back to the stream comes again, whoever reads it
// why-wrong: a stream that a function is given may be the standard input
extern struct _IO_FILE *stdin;
extern int fgetc(struct _IO_FILE *);
extern int getchar(void); // wrong:
extern int ungetc(int, struct _IO_FILE *);
void reach_error(void) {}
static int peek(struct _IO_FILE *in) { return ungetc(fgetc(in), in); }
int main(void) {
  int c = peek(stdin); // wrong: if (peek(stdin) == 'a' && fgetc(stdin) == 'a' && peek(stdin) == 'b') reach_error();
  if (c != getchar()) reach_error(); // wrong:
  return 0;
}
