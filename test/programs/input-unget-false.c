// verdict: FALSE
// reason: another character than the one read may be given back, and then the end is none
extern struct _IO_FILE *stdin;
extern int getchar(void);
extern int ungetc(int, struct _IO_FILE *);
extern int feof(struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  if (getchar() == -1 && feof(stdin) && ungetc('y', stdin) == 'y' && !feof(stdin) && getchar() == 'y') reach_error();
  return 0;
}
