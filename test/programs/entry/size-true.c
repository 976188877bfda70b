// verdict: TRUE
// reason: objects have as many elements as asked for
// entry: f, 2
extern void reach_error(void);
void f(char *p, char *q) {
  if (p && q && p == q) reach_error();
}
