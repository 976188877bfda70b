// verdict: FALSE
// reason: a line comes with its end, in a block of its own
typedef unsigned long size_t;
extern struct _IO_FILE *stdin;
extern long getline(char **, size_t *, struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  char *line = 0;
  size_t room = 0;
  if (getline(&line, &room, stdin) == 3 && line[0] == 'o' && line[1] == 'k' && line[2] == '\n' && line[3] == 0) reach_error();
  return 0;
}
