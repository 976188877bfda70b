// verdict: TRUE
// reason: a text of a set has its characters alone, at least one, and ends within its width
extern int scanf(const char *, ...);
void reach_error(void) {}
int main(void) {
  char word[3];
  if (scanf("%2[a-c]", word) != 1) return 0;
  if (word[0] < 'a' || word[0] > 'c' || (word[1] != 0 && (word[1] < 'a' || word[1] > 'c' || word[2] != 0))) reach_error();
  return 0;
}
