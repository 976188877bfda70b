// verdict: TRUE
// reason: read gives no more bytes than wanted, or fails
// why-wrong: read gives fewer bytes than wanted
extern struct _IO_FILE *stdin;
extern long read(int, void *, unsigned long);
void reach_error(void) {}
int main(void) {
  unsigned char b[4] = {0};
  long n = read(0, b, 3); // wrong: long n = read(0, b, 4);
  if (n < -1 || n > 3 || b[3] != 0) reach_error(); // wrong: if (n == 3 && b[2] == 200 && b[3] == 0) reach_error();
  return 0;
}
