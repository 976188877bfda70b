// verdict: UNKNOWN
// reason: nothing comes after the end of the standard input, which only the replay knows
int getchar(void);
void reach_error(void) {}

int main(void) {
  int first = getchar();
  if (first == -1 && getchar() == 'a') reach_error();
}
