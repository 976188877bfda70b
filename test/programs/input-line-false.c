// verdict: FALSE
// reason: a line of the standard input has any characters
extern struct _IO_FILE *stdin;
extern char *fgets(char *, int, struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  char line[8];
  if (fgets(line, sizeof line, stdin) != 0 && line[0] == 'o' && line[1] == 'k' && line[2] == 0) reach_error();
  return 0;
}
