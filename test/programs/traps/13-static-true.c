// verdict: TRUE
// reason: static objects start as zero where nothing else is said
void reach_error(void) {}

static int s;
int r[4] = { [2] = 4, 5 };
struct pair { int a; char *b; } p = { .b = "x" };
int main(void) {
  static long again;
  again++;
  if (s || r[0] || r[1] || r[2] != 4 || r[3] != 5 || p.a || *p.b != 'x' || again != 1) reach_error();
  return 0;
}
