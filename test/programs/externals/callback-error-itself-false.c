// verdict: FALSE
// reason: an external function calls the error function itself
// externals: havoc
extern void reach_error(void);
void f(void (*p)(void));
int main(void) {
  f(reach_error);
  return 0;
}
