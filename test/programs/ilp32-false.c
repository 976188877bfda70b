// verdict: FALSE
// reason: long and pointers have 32 bits in ILP32
// data-model: ILP32
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned long l = 4294967295u;
  l++;
  if (l == 0) reach_error();
  return 0;
}
