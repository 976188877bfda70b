// verdict: TRUE
// reason: blocks of two kinds and pointers in both directions
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

struct tree {
  struct tree *left, *right, *parent;
  unsigned char key;
};

int main(void) {
  struct tree *root = 0;
  unsigned char keys[4] = {5, 2, 9, 3};
  for (int i = 0; i < 4; i++) {
    struct tree *node = calloc(1, sizeof *node);
    node->key = keys[i];
    struct tree **place = &root;
    while (*place) {
      node->parent = *place;
      place = node->key < (*place)->key ? &(*place)->left : &(*place)->right;
    }
    *place = node;
  }
  if (root->left->right->key != 3 || root->left->right->parent->parent != root || root->right->left) reach_error();
}
