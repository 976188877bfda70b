// verdict: FALSE
typedef void (*reaction)(int);
extern reaction signal(int, reaction);
extern int raise(int);
void reach_error(void) {}
int main(void) {
  signal(13, (reaction)1);
  if (raise(13) == 0 && signal(13, (reaction)0) == (reaction)1) reach_error();
  return 0;
}
