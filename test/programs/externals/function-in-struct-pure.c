// verdict: TRUE
// reason: as before, where external functions change nothing
// externals: pure
extern void reach_error(void);
struct ops { int n; void (*set)(int); };
void tell(struct ops *o);
void run(void);
static int v = 1, w = 2;
static void set(int n) { v = n; }
static struct ops ops = {1, set};
int main(void) {
  tell(&ops);
  v = 1;
  run();
  if (v != 1) reach_error();
  return 0;
}
