// verdict: TRUE
// reason: a function without body cannot write through a pointer to const data
extern void abort(void);
void reach_error(void) {}
extern void show(const int *);

int main(void) {
  int x = 0;
  show(&x);
  if (x) reach_error();
  return 0;
}
