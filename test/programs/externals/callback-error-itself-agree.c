// verdict: UNKNOWN
// reason: an external function may call the error function itself
// externals: agree
extern void reach_error(void);
void f(void (*p)(void));
int main(void) {
  f(reach_error);
  return 0;
}
