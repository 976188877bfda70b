// verdict: UNKNOWN
// reason: what the library defines but nobody modelled is no ground for an alarm
typedef __typeof__(sizeof 0) size_t;
size_t wcslen(const int *);
double tgamma(double);
void reach_error(void) {}

int main(void) {
  if (wcslen(L"ab") != 2 || tgamma(1.0) != 1.0) reach_error();
}
