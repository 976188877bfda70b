// verdict: TRUE
// reason: nothing that a callback stored is left in the place of the result
// externals: havoc
extern void reach_error(void);
_Bool f(void (*p)(void));
static int result[2];
static void set(void) { result[1] = 1000; }
int main(void) {
  result[1] = f(set);
  if (result[1] == 1000) reach_error();
  return 0;
}
