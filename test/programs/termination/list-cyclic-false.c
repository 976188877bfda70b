// verdict: FALSE
// reason: a walk along a cyclic list never ends
// question: termination
struct node { struct node *next; };
int main(void) { struct node a, b; a.next = &b; b.next = &a; for (struct node *p = &a; p != 0; p = p->next) {} return 0; }
