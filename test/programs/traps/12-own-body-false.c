// verdict: FALSE
// reason: the body that the program gives wins over what is known of the library; an empty error function counts

void reach_error(void) {}
int abs(int x) { return -1; }
int main(void) {
  if (abs(5) == -1) reach_error();
  return 0;
}
