// verdict: TRUE
// reason: an environment that nobody looks at does not matter
void reach_error(void) {}
int main(int argc, char **argv, char **environment) {
  if (argc < 1) reach_error();
  return 0;
}
