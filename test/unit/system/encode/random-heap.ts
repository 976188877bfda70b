/**
 * Random programs without inputs that allocate, release, index and copy. Most of their accesses are
 * valid. Each statement is on a line of its own.
 */

/** Returns a random number below `limit`. */
type Random = (limit: number) => number;

/** A pointer variable, with what the generator believes about it. */
interface Slot {
  readonly name: string;
  /** Bytes of an element; those of 2 bytes lie behind the head of a struct. */
  readonly unit: 1 | 2 | 4;
  /** Elements that it leads to; 0 if it should not be used. */
  count: number;
  /** Whether it may be released. */
  owns: boolean;
}

const HEAD = `extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
struct flex { int head; short rest[]; };
static int sum;
static char bytes[8];
static int numbers[4];
static int *same(int *p) { return p; }
static void put(char *p, int i) { p[i] = 1; }
`;

/** Returns a program. Faults of the generated kinds occur in about half of them. */
export function randomHeap(random: Random): string {
  const slots: Slot[] = ['c0', 'c1', 'c2', 'i0', 'i1', 'i2', 's0', 's1'].map((name) => ({
    name,
    unit: name.startsWith('c') ? 1 : name.startsWith('i') ? 4 : 2,
    count: 0,
    owns: false,
  }));
  const lines = ['int main(void) {', '  char *c0 = 0, *c1 = 0, *c2 = 0;', '  int *i0 = 0, *i1 = 0, *i2 = 0;'];
  lines.push('  struct flex *s0 = 0, *s1 = 0;');
  const count = 6 + random(14);
  for (let i = 0; i < count; i++) lines.push(...statement(random, slots).map((line) => `  ${line}`));
  return `${HEAD}${[...lines, '  return sum & 0;', '}', ''].join('\n')}`;
}

function statement(random: Random, slots: Slot[]): string[] {
  const wild = random(12) === 0;
  const usable = slots.filter(({ count }) => count > 0);
  const slot = wild || usable.length === 0 ? slots[random(slots.length)] : usable[random(usable.length)];
  const { name, unit } = slot;
  const any = slots[random(slots.length)];
  const alike = slots.filter((other) => other.unit === unit);
  const other = alike[random(alike.length)];
  switch (usable.length === 0 ? random(3) : random(14)) {
    case 0:
      return made(any, 1 + random(6), (n) => `${any.name} = malloc(${bytes(any, n)});`);
    case 1:
      return made(any, 1 + random(6), (n) =>
        any.unit === 2 ? `${any.name} = calloc(1, ${bytes(any, n)});` : `${any.name} = calloc(${n}, ${any.unit});`,
      );
    case 2: {
      if (any.unit === 2) return [`sum += ${any.count === 0 ? 1 : `${any.name}->head`};`];
      const owned = any.unit === 1 ? 'bytes' : 'numbers';
      Object.assign(any, { count: any.unit === 1 ? 8 : 4, owns: false });
      return [`${any.name} = ${owned};`];
    }
    case 3: {
      if (!slot.owns && !wild) return [`sum += ${index(random, slot)};`];
      forget(slots, slot);
      return [`free(${name});`];
    }
    case 4: {
      if (!slot.owns && !wild) return [`${index(random, slot)} = ${random(100)};`];
      const n = 1 + random(6);
      forget(slots, slot);
      return made(slot, n, () => `${name} = realloc(${name}, ${bytes(slot, n)});`);
    }
    case 5:
    case 6:
      return [`${index(random, slot)} = ${random(100)};`];
    case 7:
      return [`sum += ${index(random, slot)};`];
    case 8: {
      const end = slot.count + (random(10) === 0 ? 1 : 0);
      return [`for (int k = 0; k < ${end}; k++) ${elements(slot)}[k] = k;`];
    }
    case 9:
      Object.assign(other, { count: slot.count, owns: slot.owns });
      return [unit === 4 ? `${other.name} = same(${name});` : `${other.name} = ${name};`];
    case 10: {
      const n = Math.min(slot.count, other.count) + (random(10) === 0 ? 1 : 0);
      if (other === slot || n === 0) return [`sum += ${index(random, slot)};`];
      return [`memcpy(${name}, ${other.name}, ${bytes(slot, n)});`];
    }
    case 11: {
      const n = slot.count + (random(10) === 0 ? 1 : 0);
      return n === 0 ? [`${index(random, slot)} = 1;`] : [`memset(${name}, ${random(9)}, ${bytes(slot, n)});`];
    }
    case 12: {
      if (unit === 2) return [`${name}->head = ${random(9)};`];
      const ends = random(3) === 0;
      Object.assign(slot, { count: ends ? 1 : 0, owns: false });
      return unit === 4
        ? [`{ int x = 1; ${name} = &x; *${name} = 2; }`]
        : [`{ char x = 1; ${name} = &x; *${name} = 2; }`];
    }
    default:
      if (unit === 2)
        return [random(2) === 0 ? `sum += ${name}->head;` : `{ struct flex head = *${name}; sum += head.head; }`];
      return unit === 1 ? [`put(${name}, ${random(slot.count + (wild ? 2 : 0)) || 0});`] : [`sum += *${name};`];
  }
}

function made(slot: Slot, count: number, text: (count: number) => string): string[] {
  Object.assign(slot, { count, owns: true });
  return [text(count)];
}

/** Forgets what the pointers lead to that the generator believes to be the same block. */
function forget(slots: readonly Slot[], { unit }: Slot): void {
  for (const slot of slots) if (slot.unit === unit) Object.assign(slot, { count: 0, owns: false });
}

/** The elements that the pointer leads to. */
function elements({ name, unit }: Slot): string {
  return unit === 2 ? `${name}->rest` : name;
}

/** The size in bytes of a block with so many elements. */
function bytes({ unit }: Slot, count: number): string {
  return unit === 2 ? `sizeof(struct flex) + ${count * unit}` : `${count * unit}`;
}

function index(random: Random, slot: Slot): string {
  const { count } = slot;
  const outside = random(14) === 0;
  return `${elements(slot)}[${outside ? (random(2) === 0 ? -1 : count) : random(Math.max(count, 1))}]`;
}
