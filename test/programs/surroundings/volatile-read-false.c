// verdict: FALSE
// reason: two reads of an object that changes by itself differ
// volatile: status
void reach_error(void);
static volatile unsigned status;
int main(void) {
  status = 0;
  if (status != status) reach_error();
  return 0;
}
