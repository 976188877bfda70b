// verdict: TRUE
// reason: long and pointers have 32 bits in ILP32
// data-model: ILP32
extern void abort(void);
void reach_error(void) {}

int main(void) {
  if (sizeof(long) != 4 || sizeof(void *) != 4) reach_error();
  long l = 2147483647;
  if (l + 1ll < 0) reach_error();
  return 0;
}
