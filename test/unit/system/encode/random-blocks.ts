import type { randomSource } from './random-program.ts';

/** A random program that makes, links and releases blocks, with what its only run leaves behind. */
export interface BlockProgram {
  readonly text: string;
  /** Whether a block is live at the end. */
  readonly isLive: boolean;
  /** Whether the pointers to a live block are lost at the end. */
  readonly isLost: boolean;
}

/** A block, or a place one past its end. */
interface Pointer {
  readonly block: Block;
  readonly past: boolean;
}

interface Block {
  live: boolean;
  /** Pointers in the members `a` and `b`. */
  readonly held: (Pointer | null)[];
}

const GLOBALS = ['g0', 'g1', 'all[0]', 'all[1]'];
const LOCALS = ['p', 'q'];

/** Makes a program without inputs and undefined behaviour, and follows its run. */
export function randomBlocks(random: ReturnType<typeof randomSource>): BlockProgram {
  const names = [...GLOBALS, ...LOCALS];
  const values = new Map<string, Pointer | null>(names.map((name) => [name, null]));
  const blocks: Block[] = [];
  const lines: string[] = [];
  const pick = <T>(from: readonly T[]): T => from[random(from.length)];
  const usable = (): string[] => names.filter((name) => values.get(name)?.block.live && !values.get(name)!.past);
  const make = (name: string): void => {
    const block: Block = { live: true, held: [null, null] };
    blocks.push(block);
    values.set(name, { block, past: false });
    lines.push(`${name} = calloc(1, sizeof(struct n));`);
  };
  for (let i = 4 + random(12); i > 0; i--) {
    const [to, from] = [pick(names), pick(names)];
    const member = random(2);
    const use = usable();
    const at = use.length === 0 ? null : pick(use);
    const kind = random(10);
    if (kind < 3 || at === null) make(to);
    else if (kind < 4) {
      values.set(to, null);
      lines.push(`${to} = 0;`);
    } else if (kind < 5) {
      values.set(to, values.get(from)!);
      lines.push(`${to} = ${from};`);
    } else if (kind < 7) {
      values.get(at)!.block.held[member] = values.get(from)!;
      lines.push(`${at}->${'ab'[member]} = ${from};`);
    } else if (kind < 8) {
      values.set(to, values.get(at)!.block.held[member]);
      lines.push(`${to} = ${at}->${'ab'[member]};`);
    } else if (kind < 9) {
      values.set(to, { ...values.get(at)!, past: true });
      lines.push(`${to} = ${at} + 1;`);
    } else {
      values.get(at)!.block.live = false;
      lines.push(`free(${at});`);
    }
  }
  const isTidy = random(3) === 0;
  for (let use = usable(); isTidy && use.length > 0; use = usable()) {
    values.get(use[0])!.block.live = false;
    lines.push(`free(${use[0]});`);
  }
  const stays = random(2) === 0;
  lines.push(stays ? 'exit(p == q);' : 'return p == q;');
  const tracked = new Set<Block>();
  const pending = (stays ? names : GLOBALS).map((name) => values.get(name) ?? null);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === null || !next.block.live || tracked.has(next.block)) continue;
    tracked.add(next.block);
    pending.push(...next.block.held);
  }
  const text = `extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
extern void exit(int);
struct n { struct n *a, *b; };
static struct n *g0, *g1, *all[2];
int main(void) {
  struct n *p = 0, *q = 0;
  ${lines.join('\n  ')}
}
`;
  const live = blocks.filter((block) => block.live);
  return { text, isLive: live.length > 0, isLost: live.some((block) => !tracked.has(block)) };
}
