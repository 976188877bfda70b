// verdict: TRUE
// reason: a step from a constant null makes a pointer of the number, which is the address of an object
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = 3;
  unsigned long address = (unsigned long)&x;
  int *p = (int *)((char *)0 + address);
  if (*p != 3) reach_error();
  return 0;
}
