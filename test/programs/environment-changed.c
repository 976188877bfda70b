// verdict: UNKNOWN
// reason: a program that changes its environment is not searched for what it finds there
extern char *getenv(const char *);
extern int setenv(const char *, const char *, int);
void reach_error(void) {}
int main(void) {
  if (setenv("MODE", "a", 1) == 0 && getenv("MODE") == 0) reach_error();
  return 0;
}
