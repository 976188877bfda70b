// verdict: TRUE
// reason: broken-down times have the fields of C, and times of a year that is an int have one
// checks: deref
extern void reach_error(void);
typedef long time_t;
typedef unsigned long size_t;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
extern struct tm *gmtime(const time_t *), *gmtime_r(const time_t *, struct tm *);
extern time_t timegm(struct tm *);
extern long __VERIFIER_nondet_long(void);
int main(void) {
  static const int days[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  time_t now = __VERIFIER_nondet_long();
  if (now < 0 || now > 4102444800) return 0;
  struct tm own;
  struct tm *utc = gmtime(&now), *filled = gmtime_r(&now, &own);
  int length = days[utc->tm_mon] + days[filled->tm_mon];
  if (filled != &own || own.tm_hour > 23 || length <= 0) length = days[-1];
  return timegm(&own) == -1 || own.tm_mon < 12 ? 0 : days[-1];
}
