// verdict: TRUE
// reason: broken-down times have the fields of C, and times of a year that is an int have one
// checks: deref, assertion
// run: exit
#include <assert.h>
#include <time.h>
extern long __VERIFIER_nondet_long(void);
int main(void) {
  static const int days[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  time_t now = __VERIFIER_nondet_long();
  if (now < 0 || now > 4102444800) return 0;
  struct tm own;
  struct tm *utc = gmtime(&now), *filled = gmtime_r(&now, &own);
  int length = days[utc->tm_mon] + days[filled->tm_mon];
  assert(filled == &own && own.tm_hour < 24 && length > 0);
  return timegm(&own) == -1 || own.tm_mon < 12 ? 0 : days[-1];
}
