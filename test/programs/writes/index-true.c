// verdict: TRUE
// reason: the loop writes within the array
extern void reach_error(void);
static int a[20], b;
int main(void) {
  int *end = a + 20;
  for (int *p = a; p < end; p++) *p = 1;
  if (b != 0) reach_error();
  return 0;
}
