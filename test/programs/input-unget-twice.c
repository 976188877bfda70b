// verdict: UNKNOWN
// reason: C keeps one character that is given back, and more have no model
extern struct _IO_FILE *stdin;
extern int getchar(void);
extern int ungetc(int, struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  ungetc('a', stdin);
  ungetc('b', stdin);
  if (getchar() == 'b' && getchar() == 'a') reach_error();
  return 0;
}
