// verdict: FALSE
// reason: a wide string moves by one character onto itself
// checks: overlap
// native: no sanitiser of GCC reports this
extern int *wcscpy(int *to, const int *from);
static int text[8] = L"moved";
int main(void) {
  wcscpy(text, text + 1);
  return 0;
}
