import type { Term } from '../../../logic/terms/builder.ts';
import { NO_TERM } from '../../../logic/terms/builder.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { Location } from '../../../program/cfa/automaton.ts';
import { isHint } from '../../../program/cfa/hints.ts';
import type { LinkedEdge, LinkedProgram } from '../../../program/cfa/linked.ts';
import type { Fact } from '../../offsets/facts.ts';
import type { Encoding } from '../machine/encoding.ts';
import { Execution } from '../machine/execution.ts';
import type { BlockRecord } from '../machine/inputs.ts';
import type { State } from '../objects/state.ts';
import { branchCondition, execute } from '../operations.ts';
import type { CountedLoop } from '../plan/counted-loops.ts';
import type { CutPoints } from '../plan/cut-points.ts';
import { EVALUATOR } from '../values/expressions.ts';
import { initialCell } from './initial.ts';
import { type PathNode, Paths } from './paths.ts';
import { NumberQueue } from './queue.ts';

/** The path and the state on arrival at a location. */
export interface Arrival {
  readonly node: PathNode;
  readonly item: State;
}

/** One loop-free region as formulas over the state at its cut point. */
export interface BlockResult {
  readonly record: BlockRecord;
  /** Arrivals by the cut point that the step may lead to. */
  readonly exits: ReadonlyMap<number, Arrival>;
  readonly bad: Term;
  /**
   * The condition under which the step fails each check, by its name. Null: the program does not ask for
   * checks one by one, or there are errors without a name.
   */
  readonly checks: ReadonlyMap<string, Term> | null;
  readonly paths: Paths;
  /** The cut points of loops that the block unwound. */
  readonly unwound: ReadonlySet<number>;
  /** The machine that evaluates cells that the exits left unwritten. */
  readonly machine: Execution;
}

/** The state and the facts at the start of a block. */
export interface BlockStart {
  readonly state: State;
  readonly facts: ReadonlyMap<Term, Fact>;
}

/** The conditions under which an operation is a fault (also by check), has no meaning, and goes on. */
interface Limits {
  readonly failed: Term;
  readonly failures: Iterable<readonly [string, Term]>;
  readonly stuck: Term;
  readonly required: Term;
}

/** Limit of the turns of all loops that a block executes, and of those after which the cells of one are looked at. */
const MOST_TURNS = 5_000;
const MOST_FIRST = 2;
/** Limit of the branches of one location that are decided one after the other. */
const MAX_CHAIN = 16;

/**
 * Executes the region from a cut point to the next ones symbolically (large-block encoding, [IMC22]
 * Sect. 4.1). It visits locations in topological order, so each edge is executed once, whatever the
 * number of paths.
 */
export class BlockRunner {
  readonly #machine: Execution;
  protected readonly paths: Paths;
  /** The part of the block that is executed: all of it, or one turn of a loop. */
  #region: Region;
  readonly #unwound = new Set<number>();
  #turns = 0;
  readonly #exits = new Map<number, Arrival[]>();
  readonly #errors: Arrival[] = [];
  /** See {@link BlockResult.checks}. */
  #checks: Map<string, Term> | null;
  protected readonly record: BlockRecord;

  constructor(
    private readonly encoding: Encoding,
    private readonly cut: number,
    private readonly start: BlockStart,
  ) {
    this.record = {
      id: cut,
      inputs: new Map(),
      approximations: new Map(),
      withoutCondition: new Set(),
      undefined: [],
      gaps: [],
      definitions: new Map(),
    };
    const { program, errorFunctions } = encoding.plan.linked;
    this.#checks = program.faults === null && !errorFunctions.some(isHint) ? null : new Map();
    this.paths = new Paths(encoding.terms);
    this.#region = new Region(encoding.plan.cuts, null);
    const initial = (cell: number): Term => startValue(encoding, this.#machine, cut, cell);
    this.#machine = new Execution(
      encoding,
      this.record,
      EVALUATOR,
      initial,
      (v) => start.facts.get(v) ?? encoding.known.initial.get(v),
    );
  }

  /** Returns the block, or the cut point of a loop that it tried to unwind, where no constants decide the turns. */
  run(): BlockResult | number {
    const { encoding, record, paths } = this;
    this.leave(encoding.plan.cuts.locations[this.cut], { node: paths.root, item: this.start.state });
    const open = this.#leaveAll();
    if (open !== null) return open;
    const exits = new Map<number, Arrival>();
    for (const [cut, arrivals] of this.#exits) exits.set(cut, this.#join(arrivals));
    const bad = this.#errors.length === 0 ? encoding.terms.false : this.#join(this.#errors).node.guard;
    return { record, exits, bad, checks: this.#checks, paths, unwound: this.#unwound, machine: this.#machine };
  }

  /** Leaves the locations of the region where paths arrived. Returns the cut point that ends it early; null: none. */
  #leaveAll(): number | null {
    const { queue, waiting } = this.#region;
    for (let location = queue.take(); location !== null; location = queue.take()) {
      const arrivals = waiting.get(location)!;
      waiting.delete(location);
      const cut = this.encoding.plan.cuts.cutOf[location];
      if (cut <= 0) this.leave(location, this.#join(arrivals));
      else {
        const open = this.#unwind(cut, arrivals);
        if (open !== null) return open;
      }
    }
    return null;
  }

  /**
   * Executes the turns of a loop one after the other, as long as constants decide that each one follows. Returns the
   * cut point of a loop where they do not, or where it leaves more than constants behind; null: none. A loop that
   * takes an input is one, as the input would stand for one value in all turns.
   */
  #unwind(cut: number, arrivals: readonly Arrival[]): number | null {
    const { plan, revisions } = this.encoding;
    const loop = revisions.unwoundAt(cut)!;
    const outer = this.#region;
    const region = new Region(plan.cuts, loop);
    const inputs = this.record.inputs.size;
    const begin = this.#join(arrivals);
    this.#unwound.add(cut);
    this.#region = region;
    for (let turn = 1, at = begin; ; turn++) {
      this.leave(loop.head, at);
      const open = this.#leaveAll();
      if (open !== null) return open;
      if (region.isCut || this.record.inputs.size > inputs) return cut;
      if (region.again.length === 0) break;
      at = this.#join(region.again);
      region.again.length = 0;
      if (region.left.length > 0 || ++this.#turns >= MOST_TURNS) return cut;
      if (turn <= MOST_FIRST && !this.#addsConstants(begin, at)) return cut;
    }
    if (region.left.some(({ arrival }) => !this.#addsConstants(begin, arrival))) return cut;
    this.#region = outer;
    for (const { to, arrival } of region.left) this.arrive(to, arrival);
    return null;
  }

  /** Whether all cells that changed hold constants. */
  #addsConstants({ item: before }: Arrival, { item: after }: Arrival): boolean {
    const { terms } = this.encoding;
    const changed: Term[] = [];
    before.differences(after, (_, __, value) => {
      if (value >= 0) changed.push(value);
    });
    return freeVariables(terms, changed).length === 0;
  }

  #join(arrivals: readonly Arrival[]): Arrival {
    const { terms } = this.encoding;
    const machine = this.#machine;
    return this.paths.join(arrivals, (condition, a, b) =>
      a.merge(b, (cell, mine, theirs) =>
        terms.ite(condition, machine.valueOf(cell, mine), machine.valueOf(cell, theirs)),
      ),
    );
  }

  /** Executes the edges that leave a location. */
  protected leave(location: Location, arrival: Arrival): void {
    const { encoding, paths } = this;
    const machine = this.#machine;
    const { terms } = encoding;
    const { edges, outgoing } = encoding.plan.linked;
    const out = outgoing[location].map((id) => edges[id]);
    if (out.length === 0) return;
    let stuck = terms.false;
    let failed = terms.false;
    const failures: (readonly [string, Term])[] = [];
    let required = terms.true;
    const conditions = out.map((edge) => {
      machine.begin(edge, arrival.item, arrival.node.guard);
      const condition = branchCondition(machine, edge);
      stuck = terms.or(stuck, machine.stuck);
      failed = terms.or(failed, machine.failed);
      failures.push(...machine.failures);
      required = terms.and(required, machine.required);
      return condition;
    });
    let node = this.#restrict(arrival, { failed, failures, stuck, required });
    if (node === null) return;
    const complete = this.#isComplete(out, conditions);
    if (complete && out.length > MAX_CHAIN && conditions.every((condition) => condition !== null)) {
      this.#spread(out, conditions, { node, item: arrival.item }, 0, out.length);
      return;
    }
    for (let i = 0; i < out.length; i++) {
      const condition = conditions[i];
      if (condition === null || (complete && i === out.length - 1)) {
        this.#follow(out[i], { node, item: arrival.item });
        continue;
      }
      const decision = paths.decide(node, condition);
      const taken = paths.side(decision, true);
      if (paths.exists(taken)) this.#follow(out[i], { node: taken, item: arrival.item });
      node = paths.side(decision, false);
      if (!paths.exists(node)) return;
    }
  }

  /**
   * Decides between mutually exclusive branches by halves. A chain of decisions would join the states of
   * `n` branches in n steps. Each step would look at all cells that the later branches changed.
   */
  #spread(out: readonly LinkedEdge[], conditions: readonly Term[], arrival: Arrival, from: number, to: number): void {
    if (to - from === 1) {
      this.#follow(out[from], arrival);
      return;
    }
    const { paths } = this;
    const middle = (from + to) >> 1;
    const decision = paths.decide(arrival.node, this.encoding.terms.orAll(conditions.slice(from, middle)));
    const [first, second] = [paths.side(decision, true), paths.side(decision, false)];
    if (paths.exists(first)) this.#spread(out, conditions, { ...arrival, node: first }, from, middle);
    if (paths.exists(second)) this.#spread(out, conditions, { ...arrival, node: second }, middle, to);
  }

  /** Whether the branches cover all cases, so that the last needs no condition. */
  #isComplete(out: readonly LinkedEdge[], conditions: readonly (Term | null)[]): boolean {
    if (out.length < 2) return false;
    const [first] = out;
    const { terms } = this.encoding;
    const { linked } = this.encoding.plan;
    const fn = linked.contexts[first.context].function;
    const branch = first.op.kind === 'assume' || first.op.kind === 'case' || first.op.kind === 'default';
    if (branch) return fn.outgoing[first.edge.from].length === out.length;
    if (conditions.length === 2 && conditions[0] !== null && conditions[1] !== null)
      return conditions[1] === terms.not(conditions[0]);
    return out.some((edge) => edge.op.kind === 'unknown-callee');
  }

  /** Leads faults to the error, and ends paths at operations without a meaning. Returns the rest. */
  #restrict({ node, item }: Arrival, { failed, failures, stuck, required }: Limits): PathNode | null {
    const { terms } = this.encoding;
    const { paths } = this;
    let result = node;
    if (failed !== terms.false) {
      const decision = paths.decide(result, terms.and(failed, required));
      const fault = paths.side(decision, true);
      if (paths.exists(fault)) {
        this.fail({ node: fault, item });
        if (this.#checks !== null)
          for (const [name, condition] of failures) this.#note(name, terms.and(fault.guard, condition));
      }
      result = paths.side(decision, false);
    }
    if (stuck !== terms.false) result = paths.side(paths.decide(result, stuck), false);
    if (required !== terms.true) result = paths.side(paths.decide(result, required), true);
    return paths.exists(result) ? result : null;
  }

  /** Executes an edge whose condition holds and passes the state on. */
  #follow(edge: LinkedEdge, arrival: Arrival): void {
    const machine = this.#machine;
    const { encoding } = this;
    machine.begin(edge, arrival.item, arrival.node.guard);
    execute(machine, edge);
    const node = this.#restrict(arrival, machine);
    if (node === null) return;
    if (edge.to === encoding.plan.linked.error) this.#note(calledBy(encoding.plan.linked, edge), node.guard);
    this.arrive(edge.to, { node, item: this.#withoutDead(edge, machine.state) });
  }

  #withoutDead(edge: LinkedEdge, state: State): State {
    const { op, context } = edge;
    if (op.kind === 'enter' || op.kind === 'assume-callee' || op.kind === 'unknown-callee') return state;
    const { objects } = this.encoding;
    const { linked, lifetimes } = this.encoding.plan;
    let result = state;
    for (const id of lifetimes.endingOn(linked.contexts[context].function, edge.edge)) {
      const object = objects.find(id, context);
      // The other instances of a family still live.
      if (object === null || object.family !== null) continue;
      for (let c = 0; c < object.shape.cells.length; c++) result = result.set(object.base + c, NO_TERM);
    }
    return result;
  }

  /** Records the condition under which a check fails. Null: nothing says which one. */
  #note(check: string | null, condition: Term): void {
    if (check === null) this.#checks = null;
    if (check === null || this.#checks === null) return;
    const { terms } = this.encoding;
    this.#checks.set(check, terms.or(this.#checks.get(check) ?? terms.false, condition));
  }

  /** Records the arrival at the error. */
  protected fail(arrival: Arrival): void {
    this.#errors.push(arrival);
  }

  /** Records the arrival at the target of an edge. */
  protected arrive(to: Location, arrival: Arrival): void {
    const { linked, cuts } = this.encoding.plan;
    if (to === linked.error) {
      this.fail(arrival);
      return;
    }
    const region = this.#region;
    if (region.loop !== null && (to === region.loop.head || !region.loop.body.has(to))) {
      if (to === region.loop.head) region.again.push(arrival);
      else region.left.push({ to, arrival });
      return;
    }
    const cut = cuts.cutOf[to];
    if (cut > 0 && this.encoding.revisions.unwoundAt(cut) === undefined) {
      region.isCut = true;
      const exits = this.#exits.get(cut);
      if (exits === undefined) this.#exits.set(cut, [arrival]);
      else exits.push(arrival);
      return;
    }
    region.add(to, arrival);
  }
}

/** Locations where paths arrived that go on within the block. */
class Region {
  readonly queue: NumberQueue;
  readonly waiting = new Map<Location, Arrival[]>();
  /** Arrivals at the head of the loop after a turn. */
  readonly again: Arrival[] = [];
  /** Arrivals behind the loop. */
  readonly left: { readonly to: Location; readonly arrival: Arrival }[] = [];
  /** Whether a path has come to a cut point. */
  isCut = false;

  /** `loop`: the loop whose turns it executes; null: it is the whole block. */
  constructor(
    { order }: CutPoints,
    readonly loop: CountedLoop | null,
  ) {
    this.queue = new NumberQueue((location) => order[location]);
  }

  add(to: Location, arrival: Arrival): void {
    const known = this.waiting.get(to);
    if (known === undefined) {
      this.waiting.set(to, [arrival]);
      this.queue.add(to);
    } else known.push(arrival);
  }
}

/** Name of the error function that an edge calls; null for a call through a pointer. */
function calledBy({ program }: LinkedProgram, { edge: { op } }: LinkedEdge): string | null {
  if (op.kind !== 'call' || op.callee.kind !== 'direct') return null;
  return program.functions[op.callee.function]?.name ?? null;
}

/**
 * Returns the program's initial content of a static cell that nothing wrote before the block. Unknown
 * content (of a global that is only declared) is an input of the entry block, and a state variable
 * from there on.
 */
function startValue(encoding: Encoding, machine: Execution, cut: number, cell: number): Term {
  const initial = initialCell(machine, encoding, cell);
  const { globalInputs, unknownContents } = encoding;
  if (cut === 0 || (!globalInputs.has(initial) && !unknownContents.has(initial))) return initial;
  const variable = encoding.cellVariable(cell);
  const fact = encoding.known.inputs.get(initial);
  if (fact !== undefined) encoding.known.initial.set(variable, fact);
  return variable;
}
