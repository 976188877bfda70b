import type { AutomatonFunction, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { rootOf, targetOf, walkExpr, walkOperation } from '../cfa/walk.ts';
import { mayLeadToMemory } from '../threads/visible.ts';
import { isCopyable } from './copy.ts';

/** Stands for the targets of pointers, and for all variables whose address is taken. */
const MEMORY = -1;

/** Decides where handlers of interrupts may run, by what they read and write. */
export class Interrupts {
  /** The functions that handlers may disturb. */
  readonly disturbed: ReadonlySet<number>;
  /** The functions that handlers call themselves and may disturb, and that get copies which nothing disturbs. */
  readonly copied: ReadonlySet<number>;
  /** Whether handlers may come to the code of a function that they disturb. */
  readonly shares: boolean;
  readonly #read = new Set<number>();
  readonly #written = new Set<number>();
  /** Whether a handler calls a function without a body that may change any object. */
  #anything = false;

  /** `main`: where runs begin. */
  constructor(
    private readonly program: Program,
    private readonly addressed: ReadonlySet<number>,
    handlers: readonly AutomatonFunction[],
    main: number,
  ) {
    this.disturbed = this.#reached([main]);
    const roots = handlers.map(({ id }) => id);
    const handling = this.#reached(roots);
    const direct = this.#reached(roots, true);
    const isShared = (id: number): boolean => this.disturbed.has(id) && program.functions[id]?.defined === true;
    this.copied = new Set([...direct].filter((id) => isShared(id) && isCopyable(program.functions[id]!)));
    this.shares = [...handling].some((id) => isShared(id) && !(direct.has(id) && this.copied.has(id)));
    for (const id of handling) for (const { op } of program.functions[id]?.edges ?? []) this.#see(op);
  }

  /** Whether handlers may change what a read of the place gives. */
  changes(place: Place): boolean {
    const key = this.#keyOf(place);
    return key !== null && (this.#anything || this.#written.has(key));
  }

  /** Whether handlers may notice or undo a write to the place. */
  meets(place: Place): boolean {
    const key = this.#keyOf(place);
    return key !== null && (this.#anything || this.#written.has(key) || this.#read.has(key));
  }

  /** Whether handlers may disturb a function without a body that gets this argument. */
  reaches(argument: Expr): boolean {
    const shared = this.#anything || this.#written.has(MEMORY) || this.#read.has(MEMORY);
    return shared && mayLeadToMemory(argument);
  }

  /** Null for objects that no two activations share. */
  #keyOf(place: Place): number | null {
    const root = rootOf(place);
    if (root.kind === 'dereference') return root.pointer.kind === 'integer' ? null : MEMORY;
    const { id, storage } = root.variable;
    if (this.addressed.has(id)) return MEMORY;
    return storage === 'static' ? id : null;
  }

  #see(op: Operation): void {
    const note = (place: Place, into: Set<number>): void => {
      const key = this.#keyOf(place);
      if (key !== null) into.add(key);
    };
    const target = targetOf(op);
    if (target !== null) note(target, this.#written);
    const visitor = {
      place: (place: Place, isAddress: boolean): void => {
        if (!isAddress) note(place, this.#read);
      },
    };
    walkOperation(op, visitor, true);
    if (op.kind === 'intrinsic') for (const place of op.places) note(place, this.#written);
    if (op.kind !== 'call') return;
    const callee = op.callee.kind === 'direct' ? this.program.functions[op.callee.function] : null;
    if (callee === null || callee === undefined || callee.defined) return;
    if (callee.origin === 'external') this.#anything = true;
    if (op.arguments.some(mayLeadToMemory)) this.#written.add(MEMORY);
  }

  /** The functions that calls may reach. An indirect call reaches each function whose address is taken. */
  #reached(roots: readonly number[], onlyDirect = false): ReadonlySet<number> {
    const reached = new Set(roots);
    for (const id of reached) {
      for (const { op } of this.program.functions[id]?.edges ?? []) {
        if (op.kind !== 'call') continue;
        if (op.callee.kind === 'direct') reached.add(op.callee.function);
        else if (!onlyDirect) for (const named of this.#named()) reached.add(named);
        if (onlyDirect) continue;
        // Functions of the library may call what they are given.
        const add = (e: Expr): void => {
          if (e.kind === 'function-address') reached.add(e.function);
        };
        for (const argument of op.arguments) walkExpr(argument, { expr: add });
      }
    }
    return reached;
  }

  #allNamed: ReadonlySet<number> | null = null;

  #named(): ReadonlySet<number> {
    if (this.#allNamed !== null) return this.#allNamed;
    const named = new Set<number>();
    const visitor = {
      expr: (e: Expr): void => {
        if (e.kind === 'function-address') named.add(e.function);
      },
    };
    for (const fn of this.program.functions) for (const { op } of fn?.edges ?? []) walkOperation(op, visitor, true);
    for (const values of this.program.initialValues.values())
      for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, visitor);
    return (this.#allNamed = named);
  }
}
