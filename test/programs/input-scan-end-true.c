// verdict: TRUE
// reason: at the end of the standard input nothing is stored, and the end stays the end
extern int scanf(const char *, ...);
extern int getchar(void);
void reach_error(void) {}
int main(void) {
  char a = 1;
  if (scanf("%c", &a) != -1) return 0;
  if (a != 1 || getchar() != -1 || scanf("%c", &a) != -1) reach_error();
  return 0;
}
