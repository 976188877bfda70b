// verdict: UNKNOWN
// reason: the environment as a variable of the library has no meaning here
extern char **environ;
void reach_error(void) {}
int main(void) {
  if (environ == 0) reach_error();
  return 0;
}
