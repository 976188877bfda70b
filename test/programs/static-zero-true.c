// verdict: TRUE
// reason: objects of static storage start as zero where nothing else is said
extern void abort(void);
void reach_error(void) {}
struct { int a, b[2]; } g;

int main(void) {
  static int s;
  static int r[3] = {[2] = 4};
  if (s || r[0] || r[1] || r[2] != 4 || g.a || g.b[1]) reach_error();
  return 0;
}
