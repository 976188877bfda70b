// verdict: FALSE
// reason: the size of an assignment to a bit-field is not that of the declared type
void reach_error(void) {}

int main(void) {
  struct { unsigned long a : 3; } s = {0};
  if (sizeof(s.a = 1) != sizeof(unsigned long)) reach_error();
  return 0;
}
