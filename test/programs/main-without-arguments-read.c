// verdict: UNKNOWN
// reason: an argument that the call leaves out holds anything
extern void reach_error(void);
int calls;
int main(argc, argv) int argc; char **argv;
{
  if (calls++ == 0) return main();
  if (argc == 5) reach_error();
  return 0;
}
