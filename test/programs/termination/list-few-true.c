// question: termination
// verdict: TRUE
// reason: a list of three blocks ends
struct node { struct node *next; };
int main(void) { struct node c = {0}, b = {&c}, a = {&b}; struct node *p = &a; while (p) p = p->next; return 0; }
