// verdict: UNKNOWN
// reason: a write to a literal
// checks: deref
// native: the write ends the process
int main(void) {
  char *p = "abc";
  *p = 'x';
  return 0;
}
