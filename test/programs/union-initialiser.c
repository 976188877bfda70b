// verdict: TRUE
// reason: an initialiser clears what lies behind the member of a union that it sets: the rule here, which C leaves open
// why-wrong: an initialiser clears what lies behind the member of a union that it sets: the rule here, which C leaves open
void reach_error(void) {}

union both {
  unsigned char first[2];
  unsigned long all;
};

int main(void) {
  union both u = {{1, 2}};
  if (u.all != 0x201) reach_error(); // wrong: if (u.all == 0x201) reach_error();
}
