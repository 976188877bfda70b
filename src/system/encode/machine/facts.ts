import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { type Fact, joinTargets, type Targets } from '../../offsets/facts.ts';
import type { ObjectTable } from '../objects/object-table.ts';
import { joinPointerBytes, NO_POINTERS, type PointerBytes } from '../objects/pointer-bytes.ts';
import { INTEGER_OBJECT, NULL_OBJECT } from '../plan/pointer-format.ts';

/**
 * The knowledge of a round about the program. Facts only grow while the round goes on. Blocks that ran before a
 * fact grew used too little of it, so the sweep over the blocks is repeated until nothing grows.
 */
export class Facts {
  /** Objects that a pointer loaded from unmodelled memory may name. */
  readonly summaryTargets = new Set<number>();
  /** Objects among whose bytes pointers may lie, by key. */
  readonly pointerBytes = new Map<string, PointerBytes>();
  /**
   * Objects whose address an undefined function was given. Another undefined function may write them
   * later, or return pointers to them.
   */
  readonly escaped = new Set<number>();
  /** Objects whose address the program looks at as an integer. */
  readonly exposed = new Set<number>();
  /** The subset of `exposed` to which an integer that is not constant was converted. */
  readonly fromIntegers = new Set<number>();
  /** Facts that hold for inputs by construction. */
  readonly inputs = new Map<Term, Fact>();
  /** Facts of state variables that still hold the program's initial values. */
  readonly initial = new Map<Term, Fact>();
  /** Which cells may hold which pointers. */
  readonly held = new HeldPointers();
  /**
   * The targets of the pointers in state variables at any cut point. Filled at the end, for the report
   * to the user.
   */
  readonly pointsTo = new Map<Term, Targets>();
  /** Pointers that may lie among bytes that were loaded, by the term of these bytes. */
  readonly #byteOrigins = new Map<Term, PointerBytes>();
  #hasGrown = false;
  #isOpen = false;
  #listsBlocks = false;
  /** Number of numbered objects at the start of the sweep. */
  #numbered = 0;

  constructor(
    private readonly terms: TermStore,
    private readonly objects: ObjectTable,
  ) {}

  /** Begins a sweep over the blocks. */
  begin(): void {
    this.#hasGrown = false;
    this.#isOpen = false;
    this.#listsBlocks = false;
    this.#numbered = this.objects.numberCount;
  }

  /** Whether a fact grew in this sweep after code may have used it. */
  get hasGrown(): boolean {
    return this.#hasGrown;
  }

  /** Whether some access of this sweep went to all objects that existed then. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the sweep used all facts as they are now, and all objects that it asked about. */
  get areSettled(): boolean {
    const isShort = (this.#isOpen || this.#listsBlocks) && this.objects.numberCount > this.#numbered;
    return !this.#hasGrown && !isShort;
  }

  /** Returns the targets, or the numbers of all objects so far, for an access that may go anywhere. */
  listed(targets: Targets): ReadonlySet<number> {
    if (targets !== null) return targets;
    this.#isOpen = true;
    const all = new Set<number>();
    for (let number = 0; number < this.objects.numberCount; number++) all.add(number);
    return all;
  }

  /** Records that an operation asks about all blocks so far. */
  listBlocks(): void {
    this.#listsBlocks = true;
  }

  /** Records that pointers with these targets were stored into unmodelled memory. */
  intoSummary(targets: Targets): void {
    this.exposeAll(targets);
    this.#addAll(this.summaryTargets, this.listed(targets));
  }

  /** Records that an undefined function was given pointers with these targets. */
  escape(targets: ReadonlySet<number>): void {
    this.exposeAll(targets);
    this.#addAll(this.escaped, targets);
  }

  /** Records that the program looks at the address of the object of that number. */
  expose(number: number): void {
    const object = this.objects.withNumber(number);
    // No address lies where a block was before it moved.
    if (object !== null && object.kind !== 'moved') this.#addAll(this.exposed, [number]);
  }

  /** Does {@link expose} for all objects that pointers may lead to (null: all objects). */
  exposeAll(targets: Targets): void {
    for (const number of this.listed(targets)) this.expose(number);
  }

  /** Whether the program looks at the addresses of all objects that pointers may lead to. */
  areExposed(targets: Targets): boolean {
    const isExposed = (number: number): boolean =>
      number === NULL_OBJECT || number === INTEGER_OBJECT || this.exposed.has(number);
    return targets !== null && [...targets].every(isExposed);
  }

  /** Records that an integer was converted to a pointer into the object of that number. */
  convertTo(number: number): void {
    this.#addAll(this.fromIntegers, [number]);
  }

  #addAll(known: Set<number>, numbers: Iterable<number>): void {
    const before = known.size;
    for (const number of numbers) known.add(number);
    if (known.size > before) this.#hasGrown = true;
  }

  /** Records that pointers are stored among the bytes of the object with that key. */
  noteBytes(key: string, more: PointerBytes): void {
    const old = this.bytesOf(key);
    const all = joinPointerBytes(old, more);
    if (all === old) return;
    this.pointerBytes.set(key, all);
    this.#hasGrown = true;
  }

  /** Returns the pointers that may lie among the bytes of the object with that key. */
  bytesOf(key: string): PointerBytes {
    return this.pointerBytes.get(key) ?? NO_POINTERS;
  }

  /**
   * Returns the targets of pointers that are read from such bytes: stored targets, and objects whose
   * address an integer there may be.
   */
  targetsAmong({ targets }: PointerBytes): Targets {
    return joinTargets(targets, new Set([NULL_OBJECT, INTEGER_OBJECT, ...this.exposed]));
  }

  /** Records that the first half of a pointer, a term of its own, leads to one of the targets. */
  learnTargets(object: Term, targets: Targets): void {
    if (this.terms.isConst(object)) return;
    const known = this.inputs.get(object);
    this.inputs.set(object, { targets: known === undefined ? targets : joinTargets(known.targets ?? null, targets) });
  }

  /** Records which pointers may lie among bytes that were loaded. */
  learnBytes(content: Term, pointers: PointerBytes): void {
    const known = this.#byteOrigins.get(content);
    this.#byteOrigins.set(content, known === undefined ? pointers : joinPointerBytes(known, pointers));
  }

  /**
   * Returns which pointers may lie among bytes. Bytes without a known origin may hold those of all
   * objects.
   */
  originOfBytes(content: Term): PointerBytes {
    const known = this.#byteOrigins.get(content);
    // A store puts a pointer among bytes, and a load copies it from there to other bytes.
    if (known !== undefined || this.terms.isConst(content)) return known ?? NO_POINTERS;
    return [...this.pointerBytes.values()].reduce(joinPointerBytes, NO_POINTERS);
  }

  /** Adds the facts about pointers at one cut point. */
  learnPointsTo(facts: ReadonlyMap<Term, Fact>): void {
    for (const [variable, { targets }] of facts) {
      if (targets === undefined) continue;
      const known = this.pointsTo.get(variable);
      this.pointsTo.set(variable, known === undefined ? targets : joinTargets(known, targets));
    }
  }
}

/**
 * The cells that may ever have held a pointer to an object. Code that looks for pointers that outlive
 * the object need not search elsewhere.
 */
class HeldPointers {
  readonly #cells = new Map<number, Set<number>>();
  /** Cells that may hold a pointer to any object. */
  readonly #open = new Set<number>();
  /** The targets noted last, by cell. */
  readonly #noted = new Map<number, Targets>();

  /** Records that the cell got a pointer with these targets. False if it was noted last that it got such. */
  note(cell: number, targets: Targets): boolean {
    if (this.#noted.get(cell) === targets) return false;
    this.#noted.set(cell, targets);
    if (targets === null) {
      this.#open.add(cell);
      return true;
    }
    for (const number of targets) {
      const known = this.#cells.get(number);
      if (known === undefined) this.#cells.set(number, new Set([cell]));
      else known.add(cell);
    }
    return true;
  }

  /** Returns the cells that may hold a pointer to the object of that number. */
  *of(number: number): Iterable<number> {
    yield* this.#open;
    yield* this.#cells.get(number) ?? [];
  }
}
