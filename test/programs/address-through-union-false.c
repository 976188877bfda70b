// verdict: FALSE
// reason: whoever has the bytes of a pointer has the address, and may write there
void reach_error(void) {}

union word {
  int *pointer;
  long number;
};

int main(void) {
  int x = 0;
  union word u;
  u.pointer = &x;
  long number = u.number;
  *(int *)number = 5;
  if (x == 5) reach_error();
}
