// verdict: TRUE
// reason: a character or -1, seen through an unsigned result
// why-wrong: the library gives -1 at the end of the file, which an unsigned result shows as its largest value
extern void reach_error(void);
unsigned int getchar(void);
int main(void) {
  if ((getchar() + 1u) > 256u) reach_error(); // wrong: if (getchar() == 4294967295u) reach_error();
  return 0;
}
