import { isInteger } from '../../c/types/type-basics.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { BLOCKS, changesBlocks } from '../cfa/checks/blocks.ts';
import { checkFunction } from '../cfa/checks/kinds.ts';
import { END_OF_LIFE } from '../cfa/constructs.ts';
import { rootOf, targetOf } from '../cfa/walk.ts';
import { calledBy } from './calls.ts';
import type { Objects } from './objects.ts';
import type { Node, UnfoldedStep, Unfolding } from './unfolding.ts';

/**
 * Leaks in programs with threads. Weaving keeps local variables for the whole run, and leaves out states
 * between two steps of a thread. So only static variables count as holders of blocks. A thread that runs
 * beside others must leave the blocks and these variables as they are.
 */

const LOST: ReadonlySet<string> = new Set([BLOCKS.lost, BLOCKS.lostInLoop, BLOCKS.perhapsLostInLoop]);

/**
 * Returns the program with questions about lost blocks that count static variables alone. A block that
 * only they miss is neither proof nor alarm, except where `main` returns.
 */
export function withStaticHolders(program: Program): Program {
  const name = checkFunction('memtrack');
  const check = program.functions.findIndex((fn) => fn?.name === name);
  const functions = program.functions.map((fn): AutomatonFunction | null => {
    if (fn === null) return null;
    const doubted = new Set<number>();
    for (const edge of fn.edges) if (isFailure(fn, edge, check)) doubted.add(edge.id);
    return { ...fn, edges: fn.edges.map((edge) => askedOfStatics(edge, doubted)) };
  });
  return { ...program, functions };
}

function askedOfStatics(edge: Edge, doubted: ReadonlySet<number>): Edge {
  const { op } = edge;
  if (doubted.has(edge.id))
    return { ...edge, op: { kind: 'unsupported', construct: 'a leak in a program with threads', unread: true } };
  if (op.kind !== 'intrinsic' || !LOST.has(op.name)) return edge;
  return { ...edge, op: { ...op, name: BLOCKS.lostBehindMain, arguments: [] } };
}

/** Whether the edge fails the check after a question that counts local variables, too. */
function isFailure(fn: AutomatonFunction, { op, from }: Edge, check: number): boolean {
  if (op.kind !== 'call' || op.callee.kind !== 'direct' || op.callee.function !== check) return false;
  const [answer] = fn.edges.filter(({ to }) => to === from);
  const [question] = fn.edges.filter(({ to }) => to === answer?.from);
  return question?.op.kind !== 'intrinsic' || question.op.name !== BLOCKS.lostBehindMain;
}

/**
 * Whether the leaks of the unfolded program are those of its states between steps. No thread waits but
 * for the end of others, since a run that waits for ever meets no further question.
 */
export function keepsLeaks(program: Program, unfolding: Unfolding, objects: Objects): boolean {
  return new Leaks(program, objects).keeps(unfolding);
}

class Leaks {
  readonly #check: number;
  /** Functions that leave blocks and their holders alone, or are being looked at. */
  readonly #quiet = new Map<number, boolean>();
  /** Whether pointers may lie where other pointers lead, so that a write of a number may hit them. */
  readonly #hasPointersInMemory: boolean;

  constructor(
    private readonly program: Program,
    private readonly objects: Objects,
  ) {
    const { functions } = program;
    this.#check = functions.findIndex((fn) => fn?.name === checkFunction('memtrack'));
    this.#hasPointersInMemory = functions.some((fn) => fn?.edges.some(({ op }) => this.#putsPointer(op)) === true);
  }

  keeps({ nodes }: Unfolding): boolean {
    return nodes.every((node) => !node.activation.modelled && node.steps.every((step) => this.#keepsStep(node, step)));
  }

  #keepsStep({ activation, flags }: Node, { what }: UnfoldedStep): boolean {
    const isMain = activation.thread === 0;
    switch (what.kind) {
      case 'operations':
        return flags.beside === 0n || what.operations.every((op) => this.#isQuiet(op));
      case 'create':
      case 'detach':
        return true;
      case 'join':
        return isMain && (what.result === null || isLocal(what.result));
      case 'lock':
      case 'unlock':
      case 'wait':
        return false;
      case 'end':
        return what.all || (!isMain && (what.value === null || isNumber(what.value)));
    }
  }

  /** Whether the operation leaves all blocks and the variables that may hold pointers to them as they are. */
  #isQuiet(op: Operation): boolean {
    const target = targetOf(op);
    if (target !== null && !this.#isQuietTarget(target)) return false;
    switch (op.kind) {
      case 'call':
        return this.#isQuietCall(op);
      case 'choose':
        return this.#isQuietCall(op.call);
      case 'intrinsic':
        return op.places.length === 0 || op.name === END_OF_LIFE;
      case 'skip':
      case 'assume':
      case 'case':
      case 'default':
      case 'assign':
      case 'declare':
      case 'zero':
      case 'set-string':
      case 'return':
      case 'unsupported':
        return true;
    }
  }

  #isQuietTarget(target: Place): boolean {
    if (isLocal(target)) return true;
    if (!isPlainNumber(target)) return false;
    return rootOf(target).kind === 'variable' || !this.#hasPointersInMemory;
  }

  #isQuietCall(op: Operation & { readonly kind: 'call' }): boolean {
    const called = calledBy(op.callee);
    const fn = called === null ? null : this.program.functions[called];
    // A failure of the check beside other threads would miss what their local variables hold.
    if (fn === null || fn === undefined || called === this.#check) return false;
    if (this.objects.errors.has(fn.id)) return true;
    if (!fn.defined) return !changesBlocks(fn.name) && this.objects.isHarmless(fn, op.arguments, op.result);
    let quiet = this.#quiet.get(fn.id);
    if (quiet === undefined) {
      this.#quiet.set(fn.id, true);
      quiet = fn.edges.every((edge) => this.#isQuiet(edge.op));
      this.#quiet.set(fn.id, quiet);
    }
    return quiet;
  }

  /** Whether the operation may put a pointer where pointers lead. */
  #putsPointer(op: Operation): boolean {
    const target = targetOf(op);
    if (target !== null && !isPlainNumber(target)) {
      const root = rootOf(target);
      if (root.kind === 'dereference' || this.objects.escaped.has(root.variable.id)) return true;
    }
    if (op.kind === 'intrinsic') return op.places.length > 0 && op.name !== END_OF_LIFE;
    if (op.kind !== 'call') return false;
    const called = calledBy(op.callee);
    const fn = called === null ? null : this.program.functions[called];
    if (fn === null || fn === undefined) return true;
    return !fn.defined && !this.objects.isHarmless(fn, op.arguments, op.result);
  }
}

function isLocal(place: Place): boolean {
  const root = rootOf(place);
  return root.kind === 'variable' && root.variable.storage !== 'static';
}

function isPlainNumber({ type }: Place): boolean {
  return isInteger(type) || type.kind === 'float';
}

function isNumber(value: Expr): boolean {
  let inner = value;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'integer';
}
