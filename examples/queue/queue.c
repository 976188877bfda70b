#include "queue.h"

_Bool push(struct queue *q, unsigned char item) {
  if (q->count == CAPACITY) return 0;
  q->items[(q->head + q->count) % CAPACITY] = item;
  q->count++;
  return 1;
}

_Bool pop(struct queue *q, unsigned char *item) {
  if (q->count == 0) return 0;
  *item = q->items[q->head];
  q->head = (q->head + 1) % CAPACITY;
  q->count--;
  return 1;
}
