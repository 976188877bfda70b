// verdict: TRUE
// reason: numbers next to the end of the address space are above all objects, and null is below them
extern void reach_error(void);
int main(void) {
  char *p = (char *)-1, *q = "x";
  if (p <= q || (char *)0 >= q) reach_error();
  return 0;
}
