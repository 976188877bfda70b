// verdict: UNKNOWN
// reason: the same, where types do not show it
// externals: agree
extern void reach_error(void);
struct s { void (*p)(void); };
void f(char *);
static void fail(void) { reach_error(); }
int main(void) {
  struct s s = {fail};
  f((char *)&s);
  return 0;
}
