// verdict: TRUE
// reason: the copied string and its zero fit the array
extern void reach_error(void);
extern char *strcpy(char *, const char *);
extern char *strcat(char *, const char *);
static char name[8];
static int v;
int main(void) {
  strcpy(name, "1234");
  strcat(name, "567");
  if (v != 0 || name[6] != '7') reach_error();
  return 0;
}
