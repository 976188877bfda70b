import type { Location } from '../../../program/cfa/automaton.ts';
import type { LinkedEdge, LinkedProgram } from '../../../program/cfa/linked.ts';
import type { PointerFormat } from '../../shapes/shape.ts';
import { type Arrival, BlockRunner } from '../blocks/block.ts';
import { CutState } from '../blocks/cut-state.ts';
import { Encoding } from '../machine/encoding.ts';
import { heapKey } from '../objects/object.ts';
import { type CutPoints, findCutPoints } from '../plan/cut-points.ts';
import { type Decided, NOTHING_DECIDED } from '../plan/decided.ts';
import { firstPlan, withPointers } from '../plan/plan.ts';

export type PathEnd =
  /** No run reaches the error, and every run has at most `steps` steps between cut points. */
  | { readonly kind: 'ends'; readonly steps: number }
  /** The path surely leads into the error, whatever the unknown values are. */
  | { readonly kind: 'fails' }
  | { readonly kind: 'open'; readonly why: string };

/** Limits of the search for a single path. */
export interface PathLimits {
  /** Limit of the edges that one pass executes. */
  readonly edges: number;
  /** Polled regularly; true ends the search. */
  isLate(): boolean;
}

/** Limit of the passes with changed representations of objects. */
const MOST_PASSES = 12;
/** Edges between two polls of `isLate`. */
const SLICE = 256;
/**
 * Additional bits for object numbers. Each block of memory is an object with its own number, and no
 * run uses up that many.
 */
const NUMBER_BITS = 24;
/**
 * The same for the first attempt where pointers have 32 bits. Pointers among bytes keep the number and
 * the offset in a word, which leaves little room for offsets beside a long number.
 */
const FEW_NUMBER_BITS = 10;

/**
 * Determines whether all runs of a program take one path, which ends without an error. The path is
 * encoded edge by edge as a block is, but no edge is executed twice. Each allocation makes its own
 * object, so pointers are constants where the blocks of loops know little of them. Inputs are unknown:
 * the path is open where one of them decides. It is also open at a construct without meaning, and
 * where undecided branches meet.
 */
export function onlyPath(linked: LinkedProgram, limits: PathLimits): PathEnd {
  const cuts = findCutPoints(linked);
  let numberBits = linked.program.dataModel === 'ILP32' ? FEW_NUMBER_BITS : NUMBER_BITS;
  let decided = NOTHING_DECIDED;
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    const unwinding = new Unwinding(linked);
    const plan = firstPlan(linked, { ...cuts, onCycle: unwinding.cuts.onCycle }, atCopies(unwinding, decided));
    const encoding = new Encoding({
      ...withPointers(plan, wider(plan.pointers, numberBits)),
      linked: unwinding.linked,
      cuts: unwinding.cuts,
      isEndSure: true,
    });
    const end = settled(unwinding, encoding, { cuts, numberBits }, limits);
    if (numberBits < NUMBER_BITS && isShortOfNumbers(encoding, numberBits)) numberBits = NUMBER_BITS;
    else if (!encoding.revisions.any) return end;
    decided = ofSites(unwinding, encoding.revisions.decided);
  }
  return { kind: 'open', why: 'objects are accessed in too many ways' };
}

/** Returns decisions about copies of allocations as such about the allocations. */
function ofSites(unwinding: Unwinding, { raw, heap, families, outlived, models, open }: Decided): Decided {
  const bySite = <V>(found: ReadonlyMap<string, V>): Map<string, V> =>
    new Map([...found].map(([key, value]) => [unwinding.siteOf(key), value]));
  return { raw: bySite(raw), heap: bySite(heap), families, outlived, models, open };
}

/** Returns earlier decisions about an allocation for each copy of it. Calls of the library decide again. */
function atCopies(unwinding: Unwinding, { raw, heap, families, outlived, open }: Decided): Decided {
  return {
    raw: new BySite(unwinding, raw),
    heap: new BySite(unwinding, heap),
    families,
    outlived,
    models: new Set(),
    open,
  };
}

function wider(format: PointerFormat, bits: number): PointerFormat {
  const { numberWidth, objectWidth } = format;
  return { ...format, numberWidth: numberWidth + bits, objectWidth: objectWidth + bits };
}

/**
 * Whether the next edge might use up the object numbers. Without the additional bits there is a number
 * for each object of the program, so that no edge makes more.
 */
function isShortOfNumbers({ objects, plan: { pointers } }: Encoding, additional: number): boolean {
  return objects.numberCount + 2 ** (pointers.numberWidth - additional) > 2 ** pointers.numberWidth;
}

/** The cut points of the program, and the additional bits of object numbers on its path. */
interface PathShape {
  readonly cuts: CutPoints;
  readonly numberBits: number;
}

/** A map with one value for all copies of an allocation. */
class BySite<V> extends Map<string, V> {
  constructor(
    private readonly unwinding: Unwinding,
    known: ReadonlyMap<string, V>,
  ) {
    super(known);
  }

  override get(key: string): V | undefined {
    return super.get(this.unwinding.siteOf(key));
  }

  override has(key: string): boolean {
    return super.has(this.unwinding.siteOf(key));
  }
}

/** Follows the path repeatedly, until the data that edges share no longer grows. */
function settled(unwinding: Unwinding, encoding: Encoding, shape: PathShape, limits: PathLimits): PathEnd {
  const { known, revisions } = encoding;
  for (;;) {
    known.begin();
    const end = new PathRunner(encoding, unwinding, shape).end(limits);
    if (revisions.any || (end.kind === 'open' && limits.isLate())) return end;
    if (known.isOpen) return { kind: 'open', why: 'an access may go to any object' };
    if (!known.hasGrown) return end;
  }
}

/** Executes the edges of one path like those of a block. */
class PathRunner extends BlockRunner {
  /** The targets of the edges executed last. */
  #next: { readonly to: number; readonly arrival: Arrival }[] = [];
  #isError = false;
  /** Whether all runs reach the error. */
  #isFailure = false;
  readonly #start: Arrival;

  constructor(
    private readonly numbered: Encoding,
    private readonly unwinding: Unwinding,
    private readonly shape: PathShape,
  ) {
    const start = new CutState(numbered);
    super(numbered, 0, start);
    this.#start = { node: this.paths.root, item: start.state };
  }

  end({ edges, isLate }: PathLimits): PathEnd {
    const { unwinding, record } = this;
    const { cuts } = this.shape;
    let steps = 0;
    let [at, arrival] = [unwinding.entry, this.#start];
    for (let count = 0; ; count++) {
      if (count >= edges) return { kind: 'open', why: `the path has more than ${edges} edges` };
      if (count % SLICE === 0 && isLate()) return { kind: 'open', why: 'there was no more time' };
      unwinding.expand(at);
      this.#next = [];
      this.leave(at, arrival);
      if (isShortOfNumbers(this.numbered, this.shape.numberBits))
        return { kind: 'open', why: 'there are too many objects' };
      const [next, other] = this.#next;
      if (this.#isFailure && record.gaps.length === 0) return { kind: 'fails' };
      if (this.#isError) return { kind: 'open', why: 'the path may lead to the error' };
      if (record.gaps.length > 0) return { kind: 'open', why: record.gaps[0].construct };
      if (next === undefined) return { kind: 'ends', steps: steps + 1 };
      if (other !== undefined) return { kind: 'open', why: 'an unknown value decides where the path goes' };
      ({ to: at, arrival } = next);
      if (cuts.cutOf[unwinding.original(at)] > 0) steps++;
    }
  }

  protected override arrive(to: number, arrival: Arrival): void {
    if (to === this.unwinding.linked.error) this.fail(arrival);
    else this.#next.push({ to, arrival });
  }

  protected override fail({ node }: Arrival): void {
    this.#isError = true;
    this.#isFailure ||= node.guard === this.numbered.terms.true;
  }
}

/**
 * A linked program whose locations are copied as a run visits them, so that no edge of a copy is
 * executed twice. The copies come after the program's own edges and locations. The error location has
 * no copies.
 */
class Unwinding {
  readonly linked: LinkedProgram;
  readonly cuts: CutPoints;
  readonly #edges: LinkedEdge[];
  readonly #outgoing: (readonly number[])[];
  /** The program's edge of each copied edge. */
  readonly #edgeOf: number[] = [];
  /** The program's location of each copied location. */
  readonly #locationOf: Location[] = [];

  constructor(private readonly program: LinkedProgram) {
    this.#edges = [...program.edges];
    this.#outgoing = [...program.outgoing];
    this.linked = { ...program, edges: this.#edges, outgoing: this.#outgoing };
    this.cuts = {
      locations: [this.#copyOf(program.entry)],
      cutOf: new Int32Array(0),
      order: new Int32Array(0),
      onCycle: new Uint8Array(0),
    };
  }

  /** The copy of the program's entry. */
  get entry(): Location {
    return this.cuts.locations[0];
  }

  /** The location of the program that a copy stands for. */
  original(copy: Location): Location {
    return this.#locationOf[copy - this.program.locationCount];
  }

  /** Makes the edges that leave a copied location. They lead to further copies. */
  expand(copy: Location): void {
    if (this.#outgoing[copy] !== undefined) return;
    const { program } = this;
    this.#outgoing[copy] = program.outgoing[this.original(copy)].map((id) => {
      const edge = program.edges[id];
      const to = edge.to === program.error ? edge.to : this.#copyOf(edge.to);
      this.#edgeOf.push(id);
      return this.#edges.push({ ...edge, id: this.#edges.length, from: copy, to }) - 1;
    });
  }

  /** The key of a memory block under the program's own allocation, whichever copy made the block. */
  siteOf(key: string): string {
    const id = key.startsWith(heapKey(0).slice(0, -1)) ? Number(key.slice(heapKey(0).length - 1)) : Number.NaN;
    return id >= this.program.edges.length ? heapKey(this.#edgeOf[id - this.program.edges.length]) : key;
  }

  #copyOf(location: Location): Location {
    return this.program.locationCount + this.#locationOf.push(location) - 1;
  }
}
