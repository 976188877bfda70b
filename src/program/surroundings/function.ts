import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { BOOL, isInteger, isReal, isScalar, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Edge, Expr, Location, Operation, Place, Program } from '../cfa/automaton.ts';
import { EditedGraph } from '../cfa/edited-graph.ts';
import * as make from '../cfa/make.ts';
import { type Rules, rewriteExpr, rewriteOperation } from '../cfa/rewrite.ts';
import { rootOf, targetOf, walkExpr, walkOperation } from '../cfa/walk.ts';
import type { Addresses, Reach } from './addresses.ts';
import type { Interrupts } from './interrupts.ts';

/** The acts of the surroundings on the functions of a program. */
export interface Acts {
  readonly program: Program;
  readonly layout: Layout;
  readonly addresses: Addresses;
  /** Null where no handler runs. */
  readonly interrupts: Interrupts | null;
  readonly handlers: readonly AutomatonFunction[];
  /** Hidden variables that hold interrupts off while they are not zero. */
  readonly flags: readonly Place[];
  /** The flag that says that a handler runs; null where no function needs to know. */
  readonly handling: Place | null;
  /** The hidden function that decides whether a handler runs. */
  readonly choice: number;
  /** The flag that an operation sets; null for others. */
  setBy(op: Operation): { readonly flag: Place; readonly value: Expr } | null;
  /** The hidden function whose result is what a read from outside gives. */
  readOf(type: CType): number;
  newVariable(name: string, type: CType, scope: number | null, at: SourceLocation): Variable;
}

/** Functions of the library that handlers do not meet half done. */
const WHOLE: ReadonlySet<string> = new Set(['free', 'malloc', 'calloc']);

/** Puts the acts of the surroundings into a function. */
export class SurroundedFunction {
  readonly #graph: EditedGraph;
  readonly #locals: Variable[] = [];
  readonly #rules: Rules;
  #here: Location = 0;
  #at: SourceLocation;
  #chosen: Place | null = null;

  /** `isDisturbed`: whether handlers of interrupts may run within the function. */
  constructor(
    private readonly acts: Acts,
    private readonly fn: AutomatonFunction,
    private readonly isDisturbed: boolean,
  ) {
    this.#graph = new EditedGraph(fn);
    this.#at = fn.at;
    const whole = (e: Expr): Expr | null => (this.#isOpenChoice(e) ? this.#chosenArm(e) : null);
    const expr = (e: Expr): Expr => (e.kind === 'load' && this.#concerns(e.place) ? this.#read(e) : e);
    this.#rules = { layout: acts.layout, whole, expr };
  }

  /** `isBegin`: whether handlers may run before the first step. */
  build(isBegin: boolean): AutomatonFunction {
    const { fn } = this;
    for (const ids of fn.outgoing) {
      if (ids.length === 1) this.#single(fn.edges[ids[0]]);
      else if (ids.length > 1) this.#branches(ids.map((id) => fn.edges[id]));
    }
    let { entry } = fn;
    if (isBegin) {
      entry = this.#graph.location();
      this.#begin(entry, fn.at);
      this.#interrupt(fn.entry);
    }
    return { ...this.#graph.result(), entry, locals: [...fn.locals, ...this.#locals] };
  }

  /** Rewrites the edges of a branch, which test one value. */
  #branches(edges: readonly Edge[]): void {
    const [{ op, from, at }] = edges;
    const tested = op.kind === 'assume' ? op.condition : op.kind === 'case' || op.kind === 'default' ? op.value : null;
    if (tested === null || !this.#concernsIn(tested)) return;
    const moved = this.#graph.detached({ from });
    this.#begin(from, at);
    const value = rewriteExpr(tested, this.#rules);
    this.#emit({ kind: 'skip' }, moved);
    for (const edge of edges) {
      const { op } = edge;
      if (op.kind === 'assume') this.#graph.replace({ ...edge, from: moved, op: { ...op, condition: value } });
      else if (op.kind === 'case' || op.kind === 'default')
        this.#graph.replace({ ...edge, from: moved, op: { ...op, value } });
    }
  }

  #single(edge: Edge): void {
    const { op, from, at } = edge;
    const set = this.acts.setBy(op);
    if (set !== null) {
      const assigned: Operation = { kind: 'assign', target: set.flag, value: set.value };
      const told =
        op.kind === 'call' && op.result !== null ? unsupported('result of a function that masks interrupts') : assigned;
      this.#finish(edge, from, told, this.isDisturbed && set.value === make.ZERO);
      return;
    }
    const target = targetOf(op);
    const meets = this.isDisturbed && target !== null && this.#isMet(target, op);
    const reaches = target !== null && this.acts.addresses.ofWrite(target) !== 'never';
    const gap = op.kind === 'call' ? this.#gapOf(op) : null;
    const loads = this.#loadsOf(op);
    if (!meets && !reaches && gap === null && loads.length === 0) return;
    const moved = this.#graph.detached(edge);
    this.#begin(from, at);
    if (gap === 'changing') this.#emit(unsupported(`${this.#nameOf(op)} on an object that changes by itself`));
    if (gap === 'interrupted') this.#gap(`${this.#nameOf(op)} on memory that an interrupt may use`);
    if (meets && make.isBitField(target)) this.#gap('write to a bit-field that an interrupt may use');
    else if (meets && !isScalar(valueType(target.type))) this.#gap('copy of an object that an interrupt may use');
    const stays = !meets && !reaches && isPlainRead(op) && this.#isOrdinary(loads[0]);
    const lowered = stays ? op : rewriteOperation(op, this.#rules);
    const written = reaches ? this.acts.addresses.ofWrite(targetOf(lowered)!) : 'never';
    const isMet = meets || stays || gap === 'ends';
    if (written === 'never') {
      this.#emit({ kind: 'skip' }, moved);
      this.#finish(edge, moved, lowered, isMet);
    } else this.#write(edge, moved, lowered, written, isMet);
  }

  /** Builds an operation whose target may be a register, which keeps nothing. */
  #write(edge: Edge, moved: Location, op: Operation, reach: Exclude<Reach, 'never'>, isMet: boolean): void {
    if (reach === 'unknown') {
      this.#emit(unsupported('write through a pointer that may lead to a register'), moved);
      this.#finish(edge, moved, op, isMet);
      return;
    }
    const target = targetOf(op)!;
    if (op.kind === 'call' || op.kind === 'intrinsic') {
      const held = this.#temporary(valueType(target.type));
      this.#emit({ ...op, result: held });
      this.#write(edge, moved, { kind: 'assign', target, value: make.load(held) }, reach, isMet);
      return;
    }
    if (reach === 'always') {
      this.#emit({ kind: 'skip' }, moved);
      this.#finish(edge, moved, { kind: 'skip' }, false);
      return;
    }
    const register = this.#graph.location();
    this.#branch(reach.condition, register, moved);
    this.#graph.add(register, edge.to, { kind: 'skip' }, this.#at);
    this.#finish(edge, moved, op, isMet);
  }

  /** Puts an operation in the place of an edge, and lets handlers run behind it. */
  #finish(edge: Edge, from: Location, op: Operation, isInterrupted: boolean): void {
    const to = isInterrupted ? this.#graph.location() : edge.to;
    this.#graph.replace({ ...edge, from, to, op });
    if (!isInterrupted) return;
    this.#begin(to, edge.at);
    this.#interrupt(edge.to);
  }

  /** Reads an object into a hidden variable, and lets handlers run behind it. */
  #read(e: Expr & { kind: 'load' }): Expr {
    const { place } = e;
    const { addresses, interrupts } = this.acts;
    const reach = addresses.ofRead(place);
    if (reach === 'unknown')
      this.#emit(unsupported('read through a pointer that may lead to an object that changes by itself'));
    if (!isScalar(e.type)) {
      if (reach === 'never') this.#gap('copy of an object that an interrupt may change');
      else if (reach !== 'unknown') this.#emit(unsupported('copy of an object that changes by itself'));
      return e;
    }
    const held = this.#temporary(e.type);
    const after = this.#graph.location();
    if (typeof reach === 'object') {
      const [outside, inside] = [this.#graph.location(), this.#graph.location()];
      this.#branch(reach.condition, outside, inside);
      this.#graph.add(inside, after, { kind: 'assign', target: held, value: e }, this.#at);
      this.#here = outside;
    }
    if (reach === 'never' || reach === 'unknown') this.#emit({ kind: 'assign', target: held, value: e }, after);
    else this.#input(held, place, after);
    this.#here = after;
    if (this.isDisturbed && interrupts?.changes(place) === true) {
      const next = this.#graph.location();
      this.#interrupt(next);
      this.#here = next;
    }
    return make.load(held);
  }

  /** Gives a variable any value that the place may hold. */
  #input(held: Place, place: Place, to: Location): void {
    const { type } = held;
    const { layout } = this.acts;
    if (!isReal(type)) {
      this.#emit(unsupported('pointer that changes by itself'), to);
      return;
    }
    const bits = make.fieldBits(place);
    const callee = { kind: 'direct', function: this.acts.readOf(type) } as const;
    this.#emit({ kind: 'call', callee, arguments: [], result: held });
    if (bits !== null && isInteger(type) && layout.integerWidth(type) > bits) {
      const mask = make.integer(type, (1n << BigInt(bits)) - 1n);
      const isSigned = layout.isSigned(type);
      if (isSigned) this.#emit(unsupported('signed bit-field that changes by itself'));
      else this.#emit({ kind: 'assign', target: held, value: make.binary(layout, type, '&', make.load(held), mask) });
    }
    this.#emit({ kind: 'skip' }, to);
  }

  /** Whether an expression is a choice, and a read in one of its arms is the concern of the surroundings. */
  #isOpenChoice(e: Expr): e is Expr & { kind: 'conditional' } {
    return e.kind === 'conditional' && (this.#concernsIn(e.then) || this.#concernsIn(e.otherwise));
  }

  /** Evaluates one arm of a choice, into a hidden variable. */
  #chosenArm(e: Expr & { kind: 'conditional' }): Expr {
    const condition = rewriteExpr(e.condition, this.#rules);
    const held = this.#temporary(e.type);
    const [then, otherwise, after] = [this.#graph.location(), this.#graph.location(), this.#graph.location()];
    this.#branch(condition, then, otherwise);
    for (const [from, arm] of [
      [then, e.then],
      [otherwise, e.otherwise],
    ] as const) {
      this.#here = from;
      const value = rewriteExpr(arm, this.#rules);
      this.#emit({ kind: 'assign', target: held, value }, after);
    }
    return make.load(held);
  }

  /** Lets handlers run, in any order and number, and goes on at `to`. */
  #interrupt(to: Location): void {
    const { acts } = this;
    const start = this.#here;
    this.#ifInterruptible(to);
    const chosen = (this.#chosen ??= this.#temporary(BOOL));
    for (const handler of acts.handlers) {
      this.#emit({ kind: 'call', callee: { kind: 'direct', function: acts.choice }, arguments: [], result: chosen });
      const [runs, next] = [this.#graph.location(), this.#graph.location()];
      this.#branch(make.load(chosen), runs, next);
      this.#here = runs;
      const mark = (value: Expr, back?: Location): void => {
        if (acts.handling !== null) this.#emit({ kind: 'assign', target: acts.handling, value }, back);
        else if (back !== undefined) this.#emit({ kind: 'skip' }, back);
      };
      mark(make.ONE);
      this.#emit({ kind: 'call', callee: { kind: 'direct', function: handler.id }, arguments: [], result: null });
      mark(make.ZERO, start);
      this.#here = next;
    }
    this.#emit({ kind: 'skip' }, to);
  }

  /** Goes on at `to` while something holds interrupts off. */
  #ifInterruptible(to: Location): void {
    for (const flag of this.acts.flags) {
      const on = this.#graph.location();
      this.#branch(make.load(flag), to, on);
      this.#here = on;
    }
  }

  /** Ends proofs here, unless something holds interrupts off. */
  #gap(construct: string): void {
    if (!this.isDisturbed) return;
    const after = this.#graph.location();
    this.#ifInterruptible(after);
    this.#emit(unsupported(construct), after);
  }

  /** Whether a call of a function without a body is none that can be taken as a whole. */
  #gapOf(op: Operation & { kind: 'call' }): 'changing' | 'interrupted' | 'ends' | null {
    const { program, addresses, interrupts } = this.acts;
    const fn = op.callee.kind === 'direct' ? program.functions[op.callee.function] : null;
    if (fn === null || fn === undefined || fn.defined || fn.noreturn || fn.name.startsWith('$')) return null;
    if (op.arguments.some((argument) => addresses.isGiven(argument))) return 'changing';
    if (!this.isDisturbed || interrupts === null) return null;
    if (fn.origin === 'external') return 'ends';
    if (!op.arguments.some((argument) => interrupts.reaches(argument))) return null;
    return WHOLE.has(fn.name) ? 'ends' : 'interrupted';
  }

  #nameOf(op: Operation): string {
    const id = op.kind === 'call' && op.callee.kind === 'direct' ? op.callee.function : -1;
    return this.acts.program.functions[id]?.name ?? 'a function';
  }

  /** An initialiser writes before any handler knows the object. */
  #isMet(target: Place, { kind }: Operation): boolean {
    const root = rootOf(target);
    const isFresh =
      (kind === 'zero' || kind === 'set-string') && root.kind === 'variable' && root.variable.storage === 'automatic';
    return !isFresh && this.acts.interrupts?.meets(target) === true;
  }

  /** Whether a read of the place gives what the surroundings may have put there. */
  #concerns(place: Place): boolean {
    return !this.#isOrdinary(place) || (this.isDisturbed && this.acts.interrupts?.changes(place) === true);
  }

  #isOrdinary(place: Place | undefined): boolean {
    return place !== undefined && this.acts.addresses.ofRead(place) === 'never';
  }

  #concernsIn(e: Expr): boolean {
    let found = false;
    const see = (inner: Expr): void => {
      if (!found && inner.kind === 'load' && this.#concerns(inner.place)) found = true;
    };
    walkExpr(e, { expr: see });
    return found;
  }

  /** The places whose reads in an operation are the concern of the surroundings. */
  #loadsOf(op: Operation): readonly Place[] {
    const found: Place[] = [];
    const see = (e: Expr): void => {
      if (e.kind === 'load' && this.#concerns(e.place)) found.push(e.place);
    };
    walkOperation(op, { expr: see }, true);
    return found;
  }

  #temporary(type: CType): Place {
    const variable = this.acts.newVariable('$read', type, this.fn.id, this.#at);
    this.#locals.push(variable);
    return make.variablePlace(variable);
  }

  #begin(here: Location, at: SourceLocation): void {
    this.#here = here;
    this.#at = at;
  }

  #branch(condition: Expr, holds: Location, fails: Location): void {
    this.#graph.add(this.#here, holds, { kind: 'assume', condition, truth: true }, this.#at);
    this.#graph.add(this.#here, fails, { kind: 'assume', condition, truth: false }, this.#at);
  }

  #emit(op: Operation, to = this.#graph.location()): void {
    this.#graph.add(this.#here, to, op, this.#at);
    this.#here = to;
  }
}

function unsupported(construct: string): Operation {
  return { kind: 'unsupported', construct };
}

/** Whether the operation copies the value of one scalar object, and does nothing else. */
function isPlainRead(op: Operation): boolean {
  if (op.kind !== 'assign') return false;
  let { value } = op;
  while (value.kind === 'convert') value = value.operand;
  return (
    value.kind === 'load' && isScalar(value.type) && make.isFixedPlace(value.place) && make.isFixedPlace(op.target)
  );
}
