// verdict: FALSE
// reason: a pointer that a loop sets still leads there after another loop that leaves it alone
extern void reach_error(void);
static int g = 1;
int main(void) {
  int *cells[3];
  int i, sum = 0;
  for (i = 0; i < 3; i++)
    cells[i] = &g;
  for (i = 0; i < 2; i++)
    sum += i;
  *cells[2] = 5;
  if (g == 5)
    reach_error();
  return 0;
}
