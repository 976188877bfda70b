// verdict: UNKNOWN
// reason: a structure is larger than the array that it is written to
extern void reach_error(void);
struct three { int x[3]; };
static int a[2], v;
int main(void) {
  struct three three = {{1, 2, 3}};
  *(struct three *)a = three;
  if (v != 0) reach_error();
  return 0;
}
