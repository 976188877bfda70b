// verdict: TRUE
// reason: the bytes of an object can be read through a pointer to char
extern void abort(void);
void reach_error(void) {}

int main(void) {
  long long v = 256;
  unsigned char *p = (void *)&v;
  if (*p != 0 || p[1] != 1) reach_error();
  return 0;
}
