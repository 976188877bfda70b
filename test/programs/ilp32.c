// verdict: TRUE
// reason: long and pointers have 32 bits in ILP32
// why-wrong: long and pointers have 32 bits in ILP32
// data-model: ILP32
extern void abort(void);
void reach_error(void) {}

int main(void) {
  if (sizeof(long) != 4 || sizeof(void *) != 4) reach_error(); // wrong: unsigned long l = 4294967295u;
  long l = 2147483647; // wrong: l++;
  if (l + 1ll < 0) reach_error(); // wrong: if (l == 0) reach_error();
  return 0;
}
