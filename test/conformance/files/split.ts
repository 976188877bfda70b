import type { RandomProgram } from '../fuzz/program.ts';
import { Random } from '../fuzz/random.ts';

/** A program in one file, and the same one in several. */
export interface SplitProgram {
  readonly one: RandomProgram;
  /** Texts that need `in`, `P`, `R` and `seen`. */
  readonly files: readonly string[];
}

/** A top-level declaration of a program. */
type Item =
  /** A type, or a function without a body, which each file declares. */
  | { readonly kind: 'shared'; readonly text: string }
  | { readonly kind: 'function'; readonly name: string; readonly head: string; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly head: string; readonly text: string };

/** Declarations of every program: static names of each file, and objects of one whose types others see in part. */
const OWNER = `enum hue_ { RED_ = 2, BLUE_ = 5 };
struct box_ { int v; struct box_ *next; };
static struct box_ second_ = { 7 };
struct box_ first_ = { 3, &second_ }, *boxes_ = &first_;
enum hue_ hue_ = BLUE_;
const short table_[] = { 4, 1, 6 };
unsigned long all_; unsigned long all_;
int open_(struct box_ *b) { return b->v++ + (b->next ? b->next->v : 0); }
`;
/** How other files may declare them; each line has declarations that are compatible. */
const OTHERS: readonly (readonly string[])[] = [
  ['extern enum hue_ { RED_ = 2, BLUE_ = 5 } hue_;', 'extern unsigned hue_; enum hue_ { RED_ = 2, BLUE_ = 5 };'],
  ['struct box_; extern struct box_ *boxes_;', 'extern struct box_ { int v; struct box_ *next; } *boxes_;'],
  ['extern const short table_[];', 'extern const short table_[3];', 'extern const short table_[], table_[3];'],
  ['extern unsigned long all_;', 'extern unsigned long int all_; extern long unsigned all_;'],
  ['int open_(struct box_ *);', 'extern int open_(struct box_ *const b);', 'int open_();'],
];
/** Static names of a file: a counter, and a function that mixes it into what is shared. */
const own = (k: number, suffix: string): string =>
  `static int count${suffix};\nstatic void tick${suffix}(void) { count${suffix} += ${k + 1}; all_ = all_ * 3 + count${suffix} + hue_ + RED_ + table_[${k % 3}] + open_(boxes_); }\n`;

/** Splits a program: the same for the same program and seed. */
export function splitProgram(program: RandomProgram): SplitProgram {
  const random = new Random(program.seed ^ 0xf11e);
  const items = itemsOf(program.text);
  const count = random.between(2, 4);
  const bodies = items.map((item) => ({ item, file: random.below(count) }));
  const ticked = bodies.map(({ item, file }) => ({ item, file, text: withTicks(item, random) }));
  const mixed = (text: string): string => text.replace('R(sum);', 'sum ^= all_; R(sum);');
  const suffixed = ticked.map(({ file, text }) => mixed(text.replaceAll('tick_()', `tick_${file}()`)));
  const owns = Array.from({ length: count }, (_, k) => own(k, `_${k}`));
  const one = `${OWNER}${owns.join('')}${suffixed.join('\n')}\n`;
  const owner = random.below(count);
  const files = Array.from({ length: count }, (_, k) => {
    const shared = items.flatMap((item) => (item.kind === 'shared' ? [item.text] : []));
    const declared = shuffled(
      items.flatMap((item) => (item.kind === 'shared' ? [] : declarationOf(item, random, program.text))),
      random,
    );
    const defined = shuffled(
      ticked.flatMap(({ item, file, text }) => (file === k && item.kind !== 'shared' ? [global(item, text)] : [])),
      random,
    );
    const others =
      k === owner
        ? [OWNER]
        : shuffled(
            OTHERS.map((ways) => random.pick(ways)),
            random,
          );
    return `${[...others, own(k, '_'), ...shared, ...declared, ...defined.map(mixed)].join('\n')}\n`;
  });
  return { one: { ...program, text: one }, files };
}

function itemsOf(text: string): readonly Item[] {
  const items: Item[] = [];
  let depth = 0;
  let lines: string[] = [];
  for (const line of text.trimEnd().split('\n')) {
    lines.push(line);
    for (const char of line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, ''))
      depth += char === '{' ? 1 : char === '}' ? -1 : 0;
    if (depth > 0) continue;
    items.push(itemOf(lines.join('\n')));
    lines = [];
  }
  return items;
}

function itemOf(text: string): Item {
  const head = /^[^{;=]*/
    .exec(text)![0]
    .trim()
    .replace(/^static /, '');
  if (/^(?:typedef|extern|struct \w+ \{|union \w+ \{|enum)/.test(text)) return { kind: 'shared', text };
  const called = /^[^=;]*?\b(\w+)\((?!\*)[^=;]*\)\s*\{/.exec(text);
  if (called !== null) return { kind: 'function', name: called[1], head, text };
  if (/^[^=]*\)\s*;$/.test(text) && !text.includes('(*')) return { kind: 'shared', text };
  return { kind: 'variable', name: /(\w+)[\])[\d]*$/.exec(head)![1], head, text };
}

/** One to two declarations of what some file defines. */
function declarationOf({ kind, name, head }: Exclude<Item, { kind: 'shared' }>, random: Random, all: string): string[] {
  if (name === 'main') return [];
  if (kind === 'function') {
    const constant = head.replace(/\((int|long|char|short|unsigned) (\w+)/, '(const $1 $2');
    return [`${head};`, ...(random.chance(40) ? [`extern ${constant};`] : [])];
  }
  const isMeasured = new RegExp(`sizeof\\W*${name}\\b`).test(all);
  const open = isMeasured ? head : head.replace(new RegExp(`\\b${name}\\[\\d+\\]`), `${name}[]`);
  return [`extern ${random.chance(50) ? open : head};`];
}

/** The definition with external linkage. A variable without an initialiser may have two tentative ones. */
function global({ kind, head }: Item & { head: string }, text: string): string {
  const visible = text.replace(/^static /, '');
  return kind === 'variable' && !text.includes('=') ? `${head};\n${visible}` : visible;
}

/** The item with calls of the static function of its file at some of its probes. */
function withTicks(item: Item, random: Random): string {
  if (item.kind !== 'function') return item.text;
  return item.text.replace(/\bP\(\d+\);/g, (probe) => (random.chance(25) ? `${probe} tick_();` : probe));
}

function shuffled<T>(from: readonly T[], random: Random): T[] {
  const left = [...from];
  return from.map(() => left.splice(random.below(left.length), 1)[0]);
}
