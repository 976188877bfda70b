// verdict: UNKNOWN
// reason: the copied string is longer than the array
extern void reach_error(void);
extern char *strcpy(char *, const char *);
static char name[4];
static int v;
int main(void) {
  strcpy(name, "1234567");
  if (v != 0) reach_error();
  return 0;
}
