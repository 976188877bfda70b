import type { Expr, Operation, Place } from '../cfa/automaton.ts';
import { END_OF_LIFE } from '../cfa/constructs.ts';
import { rootOf, rootVariable, targetOf, walkExpr, walkOperation } from '../cfa/walk.ts';
import type { Objects } from './objects.ts';
import type { Node, Unfolding } from './unfolding.ts';

/** Stands for a further thread of a pool. */
const ANOTHER = -1;

/** The threads that use an object while others run. */
interface Uses {
  readonly threads: Set<number>;
  written: boolean;
  /** Mutexes that are held at all uses; null before the first use. */
  locks: readonly number[] | null;
}

/**
 * Decides which accesses other threads may notice or disturb. These are accesses to objects that two
 * threads use while both run. At least one of them writes, and no mutex is held at all uses. All
 * variables whose address is taken count as one object, together with the targets of pointers.
 */
export class Visibility {
  readonly #variables = new Map<number, Uses>();
  readonly #memory: Uses = { threads: new Set(), written: false, locks: null };
  /** The locks at the node that is looked at. */
  #held: readonly number[] = [];

  constructor(
    private readonly unfolding: Unfolding,
    private readonly objects: Objects,
  ) {
    for (const node of unfolding.nodes) if (node.flags.beside !== 0n) this.#see(node);
  }

  /** Whether an access to the place is visible to other threads. */
  isVisible(place: Place): boolean {
    const root = rootOf(place);
    const uses = root.kind === 'variable' ? this.#usesOf(root) : this.#memory;
    return uses !== undefined && isShared(uses);
  }

  /** Whether threads may disturb each other where pointers lead. */
  isMemoryVisible(): boolean {
    return isShared(this.#memory);
  }

  /** Whether an argument of a library function may lead to memory that other threads may reach. */
  mayLeadToMemory(argument: Expr): boolean {
    const variable = rootVariable(argument);
    if (variable !== null) {
      const original = this.unfolding.originals.get(variable.id) ?? variable.id;
      if (this.objects.isLent({ ...variable, id: original })) return false;
    }
    return mayLeadToMemory(argument);
  }

  /** Whether pointers may lead to the variable. */
  isMemory(root: Place & { kind: 'variable' }): boolean {
    return this.#usesOf(root) === this.#memory;
  }

  #usesOf(root: Place & { kind: 'variable' }): Uses | undefined {
    const { id } = root.variable;
    if (this.objects.escaped.has(this.unfolding.originals.get(id) ?? id)) return this.#memory;
    return this.#variables.get(id);
  }

  #see(node: Node): void {
    const { thread } = node.activation;
    this.#held = node.flags.held.filter((id) => this.unfolding.exclusive.has(id));
    for (const { what } of node.steps) {
      switch (what.kind) {
        case 'operations':
          for (const op of what.operations) this.#operation(thread, op);
          break;
        case 'create':
          this.#use(thread, what.name, true);
          this.#expr(thread, what.argument);
          break;
        case 'join':
          this.#expr(thread, what.name);
          if (what.result !== null) this.#use(thread, what.result, true);
          break;
        case 'detach':
          this.#expr(thread, what.name);
          break;
        case 'lock':
        case 'unlock':
        case 'wait':
          break;
        case 'end':
          if (what.value !== null) this.#expr(thread, what.value);
          for (const op of what.ends) this.#operation(thread, op);
          break;
      }
    }
  }

  #operation(thread: number, op: Operation): void {
    const target = targetOf(op) ?? endedBy(op);
    if (target !== null) this.#use(thread, target, true);
    walkOperation(op, this.#visitor(thread), true);
    // Functions of the library read and write what their arguments lead to.
    if (op.kind === 'call' && op.arguments.some((argument) => this.mayLeadToMemory(argument))) {
      this.#note(this.#memory, thread, true);
      if (this.#isPool(thread)) this.#note(this.#memory, ANOTHER, true);
    }
  }

  #expr(thread: number, e: Expr): void {
    walkExpr(e, this.#visitor(thread));
  }

  #visitor(thread: number): { place(place: Place, addressed: boolean): void } {
    return {
      place: (place, addressed) => {
        if (!addressed && (place.kind === 'variable' || place.kind === 'dereference')) this.#use(thread, place, false);
      },
    };
  }

  #use(thread: number, place: Place, writes: boolean): void {
    const root = rootOf(place);
    let uses = root.kind === 'variable' ? this.#usesOf(root) : this.#memory;
    if (uses === undefined && root.kind === 'variable')
      this.#variables.set(root.variable.id, (uses = { threads: new Set(), written: false, locks: null }));
    this.#note(uses!, thread, writes);
    // Threads of a pool have their local variables for themselves.
    if (this.#isPool(thread) && (root.kind === 'dereference' || root.variable.storage === 'static'))
      this.#note(uses!, ANOTHER, writes);
  }

  #isPool(thread: number): boolean {
    return this.unfolding.threads[thread].isPool;
  }

  #note(uses: Uses, thread: number, writes: boolean): void {
    uses.threads.add(thread);
    if (writes) uses.written = true;
    uses.locks = (uses.locks ?? this.#held).filter((id) => this.#held.includes(id));
  }
}

/** The variable whose lifetime the operation ends; null if there is none. An access may find it ended, or not. */
export function endedBy(op: Operation): Place | null {
  return op.kind === 'intrinsic' && op.name === END_OF_LIFE ? op.places[0] : null;
}

/** Whether an argument may lead to memory that is no string of the program's text. */
export function mayLeadToMemory(argument: Expr): boolean {
  let inner = argument;
  while (inner.kind === 'convert') inner = inner.operand;
  if (argument.type.kind !== 'pointer' || inner.kind === 'integer') return false;
  if (inner.kind !== 'address') return true;
  const root = rootOf(inner.place);
  return root.kind !== 'variable' || !root.variable.name.startsWith('$string');
}

function isShared({ threads, written, locks }: Uses): boolean {
  return written && threads.size > 1 && (locks?.length ?? 0) === 0;
}
