// verdict: TRUE
// reason: after the end of the standard input there is nothing more
extern struct _IO_FILE *stdin;
extern int fgetc(struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  int a = fgetc(stdin), b = fgetc(stdin);
  if (a == -1 && b == 5) reach_error();
  return 0;
}
