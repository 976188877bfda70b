// verdict: FALSE
// reason: a pointer leads to the object that changes by itself
// volatile: flag
void reach_error(void);
static volatile int flag;
static volatile int plain;
static int get(volatile int *from) { return *from; }
int main(void) {
  if (get(&flag) != 0) reach_error();
  return 0;
}
