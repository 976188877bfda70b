// verdict: FALSE
// reason: the library gives -1 at the end of the file, which an unsigned result shows as its largest value
extern void reach_error(void);
unsigned int getchar(void);
int main(void) {
  if (getchar() == 4294967295u) reach_error();
  return 0;
}
