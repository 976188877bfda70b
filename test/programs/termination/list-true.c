// verdict: TRUE
// reason: a walk along a short list ends
// question: termination
struct node { struct node *next; };
int main(void) { struct node a, b; a.next = &b; b.next = 0; for (struct node *p = &a; p != 0; p = p->next) {} return 0; }
