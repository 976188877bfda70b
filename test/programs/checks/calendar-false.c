// verdict: FALSE
// reason: a run computes times of UTC, and their texts
// checks: assertion
// run: error
#include <assert.h>
#include <string.h>
#include <time.h>
int main(void) {
  time_t leap = 951782400;
  char text[64];
  struct tm *utc = gmtime(&leap);
  size_t length = strftime(text, sizeof text, "%F %j %a %U %p", utc);
  struct tm late = {.tm_sec = 75, .tm_min = -3, .tm_hour = 49, .tm_mday = 35, .tm_mon = 14, .tm_year = 124};
  time_t normal = timegm(&late);
  int isRight = length == 24 && strcmp(text, "2000-02-29 060 Tue 09 AM") == 0 && normal == 1743901095;
  assert(!(isRight && late.tm_year == 125 && late.tm_mon == 3 && late.tm_mday == 6 && late.tm_wday == 0));
  return 0;
}
