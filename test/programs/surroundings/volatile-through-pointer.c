// verdict: TRUE
// reason: a pointer leads to an object that does not change by itself
// why-wrong: a pointer leads to the object that changes by itself
// volatile: flag
void reach_error(void);
static volatile int flag;
static volatile int plain;
static int get(volatile int *from) { return *from; }
int main(void) {
  int ignored = get(&flag); // wrong: if (get(&flag) != 0) reach_error();
  if (get(&plain) != 0) reach_error(); // wrong:
  return 0;
}
