// verdict: UNKNOWN
// reason: an external function may change an object by calling a static function whose address it was told
// externals: agree
extern void reach_error(void);
void f(void (*p)(void));
static int v = 1, w = 2;
static void set(void) { v = 3; }
int main(void) {
  f(set);
  if (v != 1) reach_error();
  return 0;
}
