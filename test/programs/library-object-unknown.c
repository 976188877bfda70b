// verdict: UNKNOWN
// reason: the difference to UTC is set by the system: neither any value nor 0 is right
extern long timezone;
void reach_error(void) {}

int main(void) {
  if (timezone == 12345) reach_error();
  return 0;
}
