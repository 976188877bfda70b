// verdict: UNKNOWN
// reason: the text of strerror is written, which C forbids
extern void reach_error(void);
extern char *strerror(int);
int main(void) {
  char *text = strerror(2);
  text[0] = 'x';
  if (text[0] != 'x') reach_error();
  return 0;
}
