// verdict: TRUE
// reason: if, switch and loops are scopes, and so are their parts without braces
void reach_error(void) {}

int main(void) {
  struct tag { char one; };
  enum { value = 1 };
  int n = 1, total = 0;
  if (sizeof(struct tag { char two[2]; }) == 2)
    total += sizeof(struct tag { char three[3]; });
  else
    total += sizeof(struct tag { char four[4]; });
  if (total != 3 || sizeof(struct tag) != 1) reach_error();
  switch (sizeof(enum { value = 2 })) default: total = value;
  if (total != 2 || value != 1) reach_error();
  while (sizeof(struct tag { char five[5]; }) && n)
    n -= sizeof(struct tag { char one; });
  do
    total = sizeof(struct tag { char six[6]; });
  while (sizeof(struct tag { char seven[7]; }) == 6);
  for (n = sizeof(struct tag { char two[2]; }); n > 0; n -= sizeof(struct tag))
    total += sizeof(struct tag { char nine[9]; });
  if (total != 15 || sizeof(struct tag) != 1) reach_error();
  return 0;
}
