// verdict: TRUE
// reason: a variable has the same text whenever it is asked for, within the bounds of what is searched
extern char *getenv(const char *);
void reach_error(void) {}
int main(void) {
  const char *a = getenv("MODE");
  char first = a == 0 ? 'x' : a[0];
  if (first == 'x' && first == 'y') reach_error();
  return 0;
}
