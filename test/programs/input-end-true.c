// verdict: TRUE
// reason: feof tells the end that a function has met
extern struct _IO_FILE *stdin;
extern int getchar(void);
extern int feof(struct _IO_FILE *);
extern int ferror(struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  if (feof(stdin)) reach_error();
  int c = getchar();
  if ((c == -1) != (feof(stdin) != 0) || ferror(stdin)) reach_error();
  return 0;
}
