import type { Random } from '../fuzz/random.ts';

/** The objects that the program and its handler share, and a local of each. */
type Name = 'x' | 'y' | 'z' | 't';
const SHARED = ['x', 'y', 'z'] as const;

/** Runs statements access by access. */
export class Machine {
  readonly values: Record<Name, number> = { x: 0, y: 1, z: 2, t: 0 };
  isMasked = false;

  /** `behindAccess` is called behind each access to a shared object while interrupts are on. */
  constructor(private readonly behindAccess: () => void) {}

  read(name: Name): number {
    const value = this.values[name];
    this.pass(name);
    return value;
  }

  write(name: Name, value: number): void {
    this.values[name] = value;
    this.pass(name);
  }

  pass(name: Name): void {
    if (name !== 't' && !this.isMasked) this.behindAccess();
  }
}

/** A statement in C, and what it does. */
interface Step {
  readonly text: string;
  readonly run: (machine: Machine) => void;
}

/** A program whose main function is disturbed by a handler, which runs at most twice. */
export interface InterruptProgram {
  readonly main: readonly Step[];
  readonly handler: readonly Step[];
}

export const MOST_TURNS = 2;

export function interruptProgram(random: Random): InterruptProgram {
  const steps = (count: number, inHandler: boolean): Step[] =>
    Array.from({ length: count }, () => stepOf(random, 2, inHandler));
  return { main: steps(random.between(2, 3), false), handler: steps(random.between(1, 2), true) };
}

/** The program in C, which prints the shared objects and main's local at its end. */
export function textOf({ main, handler }: InterruptProgram): string {
  const body = (steps: readonly Step[]): string => steps.map(({ text }) => text).join(' ');
  return `extern int printf(const char *, ...);
void __disable_irq(void);
void __enable_irq(void);
static int x, y = 1, z = 2, turns, *const p = &z;
static void put(int v) { x = v; y = x + 1; }
static void handler(void) { int t = 0; if (turns == ${MOST_TURNS}) return; turns++; ${body(handler)} }
int main(void) { int t = 0; ${body(main)} __disable_irq(); printf("%d %d %d %d\\n", x, y, z, t); return 0; }
`;
}

function stepOf(random: Random, depth: number, inHandler: boolean): Step {
  const [a, b, c] = [random.pick(SHARED), random.pick(SHARED), random.below(4)];
  const to: Name = random.chance(30) ? 't' : a;
  const simple: readonly Step[] = [
    { text: `${to} = ${c};`, run: (m) => m.write(to, c) },
    { text: `${to} = ${b};`, run: (m) => m.write(to, m.read(b)) },
    { text: `${to} = ${b} + ${c};`, run: (m) => m.write(to, m.read(b) + c) },
    { text: `${a} = t + 1;`, run: (m) => m.write(a, m.read('t') + 1) },
    { text: `${a}++;`, run: (m) => m.write(a, m.read(a) + 1) },
    { text: `t = ${a} - ${b};`, run: (m) => m.write('t', m.read(a) - m.read(b)) },
    { text: `*p = ${a};`, run: (m) => m.write('z', m.read(a)) },
    {
      text: `put(${c});`,
      run: (m) => {
        m.write('x', c);
        m.write('y', m.read('x') + 1);
      },
    },
    { text: `t = ${a} ? ${b} : ${c};`, run: (m) => m.write('t', m.read(a) !== 0 ? m.read(b) : c) },
  ];
  if (depth === 0 || random.chance(60)) return random.pick(simple);
  const inner = stepOf(random, depth - 1, inHandler);
  const nested: readonly Step[] = [
    { text: `if (${a} == ${c}) { ${inner.text} }`, run: (m) => void (m.read(a) === c && inner.run(m)) },
    {
      text: `if (${a} && ${b}) { ${inner.text} }`,
      run: (m) => void (m.read(a) !== 0 && m.read(b) !== 0 && inner.run(m)),
    },
    {
      text: `for (int i = 0; i < 2; i++) { ${inner.text} }`,
      run: (m) => {
        inner.run(m);
        inner.run(m);
      },
    },
    ...(inHandler
      ? []
      : [
          {
            text: `__disable_irq(); ${inner.text} __enable_irq();`,
            run: (m: Machine) => {
              m.isMasked = true;
              inner.run(m);
              m.isMasked = false;
              m.pass('x');
            },
          },
        ]),
  ];
  return random.pick(nested);
}
