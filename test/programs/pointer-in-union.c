// verdict: UNKNOWN
// reason: an undefined function may write through a pointer that lies among bytes
typedef union {
  int *p;
  long l;
} U;
extern void change(U *);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = 0;
  U u;
  u.p = &x;
  change(&u);
  if (x) reach_error();
  return 0;
}
