import type { Random } from '../../../conformance/fuzz/random.ts';

/**
 * Random functions `unsigned long run(unsigned long a, unsigned long b)` that read and write the bytes of
 * one record in several ways. All values of more than one byte lie in structs and unions, so that
 * GCC's option `-fsso-struct=big-endian` gives them the order of a big-endian machine. `name` tells the
 * functions of one file apart.
 */
export function randomRecords(random: Random, name: string): string {
  const members = Array.from({ length: random.between(2, 6) }, (_, i) => member(random, `m${i}`));
  const values = [...members.filter(({ kind }) => kind !== 'float').map(({ place }) => place), LAST];
  const accesses = Array.from({ length: random.between(4, 9) }, () => access(random, random.pick(values), name));
  return [
    `struct s${name} { ${members.map(({ text }) => text).join(' ')} unsigned char last[4]; };`,
    `union u${name} { struct s${name} s; unsigned char bytes[sizeof(struct s${name})]; };`,
    `static union u${name} g${name} = { { ${members.map(({ initial }) => initial).join(', ')} } };`,
    `static unsigned long run${name}(unsigned long a, unsigned long b) {`,
    `  enum { SIZE = sizeof(struct s${name}) };`,
    `  union u${name} u, *p = &u;`,
    `  struct s${name} copy;`,
    '  unsigned long sum = 17;',
    '  for (int i = 0; i < SIZE; i++) u.bytes[i] = a >> i % 8 * 8;',
    ...accesses.map((line) => `  ${line}`),
    `  memcpy(&copy, u.bytes, SIZE);`,
    ...members.map((each) => `  sum = sum * 31 + (${each.read('copy')}) + (${each.read(`g${name}.s`)});`),
    `  for (int i = 0; i < SIZE; i++) sum = sum * 7 + p->bytes[i] + ((unsigned char *)&g${name})[i];`,
    '  return sum;',
    '}',
  ].join('\n');
}

type MemberPlace = (record: string) => string;

const LAST: MemberPlace = (record) => `${record}.last[1]`;

interface Member {
  readonly kind: 'integer' | 'float';
  readonly text: string;
  readonly initial: string;
  /** An expression for the value in a record. */
  readonly read: (record: string) => string;
  /** The object to which values are assigned. */
  readonly place: MemberPlace;
}

const INTEGERS = ['short', 'unsigned short', 'int', 'unsigned int', 'long', 'unsigned long', 'unsigned char'];
const BITS: Readonly<Record<string, number>> = {
  'unsigned char': 8,
  'unsigned short': 16,
  int: 32,
  'unsigned long': 64,
};

function member(random: Random, name: string): Member {
  const whole = (record: string): string => `${record}.${name}`;
  switch (random.below(6)) {
    case 0:
    case 1:
    case 2: {
      const type = random.pick(Object.keys(BITS));
      const field = `${type} ${name} : ${random.between(1, BITS[type])};`;
      const text = random.chance(15) ? `${field} ${type} : 0;` : field;
      return { kind: 'integer', text, initial: `${random.below(2 ** 31)}`, read: whole, place: whole };
    }
    case 3: {
      const element = (record: string): string => `${record}.${name}[1]`;
      const text = `${random.pick(INTEGERS)} ${name}[3];`;
      return { kind: 'integer', text, initial: `{ 1, ${random.below(2 ** 31)}, 3 }`, read: element, place: element };
    }
    case 4: {
      const text = `${random.pick(['float', 'double'])} ${name};`;
      return { kind: 'float', text, initial: '1.5', read: (record) => `${whole(record)} == 1.5`, place: whole };
    }
    default:
      return {
        kind: 'integer',
        text: `${random.pick(INTEGERS)} ${name};`,
        initial: `${random.below(2 ** 31)}`,
        read: whole,
        place: whole,
      };
  }
}

function access(random: Random, place: MemberPlace, name: string): string {
  const at = random.pick(['a % (SIZE - 4)', '(a + b) % (SIZE - 4)', `${random.below(3)}`]);
  const value = random.pick(['a', 'b', 'a * b', `${random.below(2 ** 31)}u`]);
  const type = random.pick(['unsigned short', 'int', 'float']);
  switch (random.below(7)) {
    case 0:
    case 1:
      return `u.s.${place('').slice(1)} = ${value};`;
    case 2:
      return `p->bytes[${at}] = ${value};`;
    case 3:
      return `{ struct { ${type} v; } w; memcpy(&w, u.bytes + ${at}, sizeof w); sum = sum * 3 + (w.v == 1.5 ? 2 : ${type === 'float' ? '1' : 'w.v'}); }`;
    case 4:
      return `{ struct { ${type} v; } w = { ${type === 'float' ? '1.5' : value} }; memcpy(u.bytes + ${at}, &w, sizeof w); }`;
    case 5:
      return `memset((unsigned char *)p + ${at}, ${value} & 255, ${random.between(1, 4)});`;
    default:
      // A copy may have other padding, so that it is not written back.
      return `{ struct s${name} other = p->s; other.${place('').slice(1)} += ${value}; sum = sum * 5 + other.${place('').slice(1)}; }`;
  }
}
