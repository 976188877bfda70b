// verdict: UNKNOWN
// reason: main is called with fewer arguments than it has parameters, which is undefined
extern void reach_error(void);
int calls;
int main(argc, argv) int argc; char **argv;
{
  if (calls++ < 2) return main();
  if (calls != 3) reach_error();
  return 0;
}
