// verdict: UNKNOWN
// reason: the function writes an object that is larger than the array
extern void reach_error(void);
typedef long time_t;
extern time_t time(time_t *);
static char a[4], v;
int main(void) {
  time((time_t *)a);
  if (v != 0) reach_error();
  return 0;
}
