// verdict: FALSE
// reason: the environment is an input: a variable may be set to any text, and another one not be set
extern char *getenv(const char *);
extern int strcmp(const char *, const char *);
void reach_error(void) {}
int main(void) {
  const char *mode = getenv("MODE");
  if (mode != 0 && strcmp(mode, "fast") == 0 && getenv("LEVEL") == 0) reach_error();
  return 0;
}
