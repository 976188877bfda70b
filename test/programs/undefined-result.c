// verdict: FALSE
// reason: a function without body returns any value
extern void abort(void);
void reach_error(void) {}
extern int any(void);

int main(void) {
  if (any() == 7) reach_error();
  return 0;
}
