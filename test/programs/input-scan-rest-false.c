// verdict: FALSE
// reason: the character behind a number stays in the standard input, also for another function
extern struct _IO_FILE *stdin;
extern int fscanf(struct _IO_FILE *, const char *, ...);
extern int getchar(void);
void reach_error(void) {}
int main(void) {
  int a;
  if (fscanf(stdin, "%d", &a) == 1 && a == 3 && getchar() == 'x' && getchar() == -1) reach_error();
  return 0;
}
