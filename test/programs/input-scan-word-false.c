// verdict: FALSE
// reason: a word and a set of characters are taken up to the first other character
extern int scanf(const char *, ...);
void reach_error(void) {}
int main(void) {
  char key[4], value[4];
  if (scanf("%3[a-z]=%3s", key, value) == 2 && key[1] == 'k' && key[2] == 0 && value[0] == '9' && value[1] == 0) reach_error();
  return 0;
}
