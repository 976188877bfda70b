// verdict: UNKNOWN
// reason: the environment as the third parameter of main has no meaning here
void reach_error(void) {}
int main(int argc, char **argv, char **environment) {
  if (environment[0] == 0) reach_error();
  return 0;
}
