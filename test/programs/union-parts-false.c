// verdict: FALSE
// reason: the members of a union share their bytes
extern void abort(void);
void reach_error(void) {}

int main(void) {
  union { long l; int i; } x;
  x.l = -1;
  x.i = 0;
  if (x.l == -4294967296L) reach_error();
  return 0;
}
