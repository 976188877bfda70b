// verdict: TRUE
// reason: the arguments of main keep their values
void reach_error(void) {}

int main(int argc, char **argv) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += argc;
  if (sum != 3 * argc) reach_error();
}
