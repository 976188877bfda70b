// verdict: FALSE
// reason: a program may write into its arguments
void reach_error(void) {}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    for (char *p = argv[i]; *p != '\0'; p++)
      if (*p == '-') *p = '+';
  if (argc == 2 && argv[1][0] == '+' && argv[1][1] == 'a') reach_error();
  return 0;
}
