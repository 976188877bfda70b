// verdict: FALSE
// reason: objects of static storage start as zero where nothing else is said
extern void abort(void);
void reach_error(void) {}
struct { int a, b[2]; } g;

int main(void) {
  static int r[3] = {[1] = 4};
  if (r[1] == 4 && !r[2]) reach_error();
  return 0;
}
