// verdict: TRUE
// reason: no more elements are read than wanted, and what is not read stays
extern struct _IO_FILE *stdin;
extern unsigned long fread(void *, unsigned long, unsigned long, struct _IO_FILE *);
void reach_error(void) {}
int main(void) {
  unsigned char b[4] = {1, 1, 1, 1};
  unsigned long n = fread(b, 1, 4, stdin);
  if (n > 4 || (n < 4 && b[3] != 1)) reach_error();
  return 0;
}
