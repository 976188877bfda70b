// verdict: TRUE
// reason: the character given back comes next
extern struct _IO_FILE *stdin;
extern int getchar_unlocked(void);
extern int ungetc(int, struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  int c = getchar_unlocked();
  if (c == -1 || ungetc(c ^ 1, stdin) == -1) return 0;
  if (getchar_unlocked() != (c ^ 1)) reach_error();
  return 0;
}
