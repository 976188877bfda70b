// verdict: TRUE
// reason: nothing comes after the end of the standard input
int getchar(void);
void reach_error(void) {}

int main(void) {
  int first = getchar();
  if (first == -1 && getchar() == 'a') reach_error();
}
