// verdict: FALSE
// reason: an address that is put into a union as an integer, and is small as all addresses of programs are, comes out as a pointer
void reach_error(void) {}
union word { unsigned long u; int *p; };

int main(void) {
  int x = 0;
  union word w;
  unsigned long address = (unsigned long)&x;
  if (address >= 1ul << 47) return 0;
  w.u = address;
  *w.p = 5;
  if (x == 5) reach_error();
  return 0;
}
