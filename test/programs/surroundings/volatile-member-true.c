// verdict: TRUE
// reason: only the volatile member changes by itself; a bit-field keeps its width
// volatile: port
void reach_error(void);
static struct { volatile unsigned mode : 3; int own; } port = { 1, 5 };
int main(void) {
  if (port.mode > 7 || port.own != 5) reach_error();
  return 0;
}
