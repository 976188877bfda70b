// verdict: FALSE
// reason: the end is only known when a function has met it
extern struct _IO_FILE *stdin;
extern int getchar(void);
extern int feof(struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  int n = 0;
  while (!feof(stdin) && n < 3) {
    getchar();
    n++;
  }
  if (n == 2) reach_error();
  return 0;
}
