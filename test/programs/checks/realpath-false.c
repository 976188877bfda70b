// verdict: FALSE
// reason: a path may be longer than the place for it
// checks: deref
extern char *realpath(const char *path, char *resolved);

int main(void) {
  char path[16];
  return realpath("..", path) == path;
}
