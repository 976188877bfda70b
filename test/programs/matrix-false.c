// verdict: FALSE
// reason: two indices meet in the right element
extern void abort(void);
void reach_error(void) {}
unsigned m[3][4];

int main(void) {
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
  if (m[2][3] == 23) reach_error();
  return 0;
}
