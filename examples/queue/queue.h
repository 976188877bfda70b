#define CAPACITY 8

struct queue {
  unsigned char items[CAPACITY];
  unsigned head, count;
};

_Bool push(struct queue *q, unsigned char item);
_Bool pop(struct queue *q, unsigned char *item);
