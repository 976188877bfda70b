// verdict: UNKNOWN
// reason: the bytes of a pointer are an address that may be any; the number by which the encoding knows the object is none
typedef union {
  char *p;
  unsigned long l;
} U;
extern void abort(void);
void reach_error(void) {}

int main(void) {
  char c;
  U u;
  u.p = &c;
  if (u.l & 1) reach_error();
  return 0;
}
