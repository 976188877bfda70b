// verdict: FALSE
// reason: a path may not exist
// checks: deref
extern char *realpath(const char *path, char *resolved);

int main(void) {
  char *path = realpath("..", (void *)0);
  return path[0];
}
