// verdict: TRUE
// reason: the path is as long as PATH_MAX at most
// checks: deref
extern char *realpath(const char *path, char *resolved);
static char path[4096];

int main(void) {
  return realpath("..", path) == path && path[0] == '/';
}
