// verdict: UNKNOWN
// reason: the name is no literal, so no run says what the variable is
extern char *getenv(const char *);
void reach_error(void) {}
int main(void) {
  char name[] = "MODE";
  name[0]++;
  if (getenv(name) == 0) reach_error();
  return 0;
}
