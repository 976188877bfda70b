// verdict: TRUE
// reason: a line that was read ends within its buffer, and has a character
extern struct _IO_FILE *stdin;
extern char *fgets(char *, int, struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  char line[4];
  if (fgets(line, sizeof line, stdin) == 0) return 0;
  int n = 0;
  while (n < 4 && line[n] != 0) n++;
  if (n == 4) reach_error();
  return 0;
}
