// verdict: TRUE
// reason: at the end of the standard input there is no line, and a line has a character
typedef unsigned long size_t;
extern struct _IO_FILE *stdin;
extern int getchar(void);
extern long getline(char **, size_t *, struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  char *line = 0;
  size_t room = 0;
  if (getchar() != -1) return 0;
  if (getline(&line, &room, stdin) != -1) reach_error();
  return 0;
}
