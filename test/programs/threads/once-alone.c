// verdict: TRUE
// reason: a program of one thread runs the function once
// why-wrong: a program of one thread runs the function once
void reach_error(void) {}
int pthread_once(int *, void (*)(void));
int control, count;
void begin(void) { count++; }
int main(void) {
  pthread_once(&control, begin);
  pthread_once(&control, begin);
  if (count != 1) reach_error(); // wrong: if (count == 1) reach_error();
  return 0;
}
