// verdict: FALSE
// reason: characters of the standard input are inputs of the run
int getchar(void);
void reach_error(void) {}

int main(void) {
  int first = getchar();
  if (first == 'a' && getchar() == -1) reach_error();
}
