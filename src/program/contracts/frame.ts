import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { effectOf } from '../../c/builtins/library/table.ts';
import { Layout } from '../../c/types/layout.ts';
import { INT, pointerTo, sizeType, UCHAR } from '../../c/types/type-basics.ts';
import { type CType, Qualifier } from '../../c/types/types.ts';
import { addressedVariables } from '../cfa/addressed-variables.ts';
import { isAssertion } from '../cfa/assertion-names.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { checkFunction, checkOf } from '../cfa/checks/kinds.ts';
import { releases } from '../cfa/checks/memory-places.ts';
import { MEETING } from '../cfa/checks/overlap.ts';
import { EditedGraph } from '../cfa/edited-graph.ts';
import { firstFreeVariable } from '../cfa/free-variable.ts';
import * as make from '../cfa/make.ts';
import { libraryTreatment } from '../cfa/meaning.ts';
import { rootOf, targetOf } from '../cfa/walk.ts';
import type { Frame } from './hidden-functions.ts';

/** Bytes that an operation writes. */
interface Written {
  readonly start: Expr;
  readonly size: Expr;
}

/** Library functions that write through their first argument, with the position of the number of bytes. */
const WRITERS: Readonly<Record<string, number>> = { memcpy: 2, memmove: 2, memset: 2, __builtin_memcpy: 2 };

/**
 * Checks each write against a frame: it may reach no object that existed at the call, apart from the targets.
 * `except`: the functions around the call.
 */
export function withFrame(program: Program, frame: Frame, except: ReadonlySet<number>): Program {
  const check = program.functions.find((fn) => fn?.name === checkFunction('assigns'))?.id;
  if (check === undefined) return program;
  const frames = new Frames(program, frame, check);
  return {
    ...program,
    functions: program.functions.map((fn) =>
      fn === null || !fn.defined || except.has(fn.id) ? fn : frames.guarded(fn),
    ),
  };
}

class Frames {
  readonly #layout: Layout;
  readonly #size: CType;
  /** Objects that existed at the call and are no targets as a whole. */
  readonly #objects: Written[];
  #nextVariable: number;

  constructor(
    private readonly program: Program,
    private readonly frame: Frame,
    private readonly check: number,
  ) {
    this.#layout = new Layout(program);
    this.#size = sizeType(program.dataModel);
    this.#nextVariable = firstFreeVariable(program);
    const addressed = addressedVariables(program);
    const own = frame.objects
      .filter(({ covered }) => !covered)
      .map(({ start, size }) => ({
        start: make.load(make.variablePlace(start)),
        size: make.load(make.variablePlace(size)),
      }));
    const globals = program.globals.flatMap((global) => {
      const size = this.#layout.sizeOf(global.type);
      if (global.name.startsWith('$') || isConstant(global.type) || !addressed.has(global.id) || size === null)
        return [];
      // The objects of arguments have places of their own above.
      if (global.scope === null && isOfFrame(global, frame)) return [];
      const start = make.addressOfPlace(make.variablePlace(global));
      return [{ start, size: make.integer(this.#size, size) }];
    });
    this.#objects = [...own, ...globals];
  }

  /** The function with a check before each of its writes that may leave the frame. */
  guarded(fn: AutomatonFunction): AutomatonFunction {
    const graph = new EditedGraph(fn);
    const locals: Variable[] = [];
    for (const edge of fn.edges) {
      const written = this.#written(edge.op);
      if (written === null) continue;
      let here = edge.from;
      const after = graph.detached(edge);
      const emit = (op: Operation): void => {
        const next = graph.location();
        graph.add(here, next, op, edge.at);
        here = next;
      };
      if (written === 'unknown') {
        graph.add(
          here,
          after,
          { kind: 'unsupported', construct: `what ${this.#called(edge)} assigns under a contract` },
          edge.at,
        );
        continue;
      }
      const reached =
        'always' in written ? make.ONE : this.#any(this.#objects, written, false, emit, fn, locals, edge.at);
      const targets = this.frame.targets.map((target) => ({
        start: make.load(make.variablePlace(target.start)),
        size: make.load(make.variablePlace(target.size)),
        given: target.given === null ? null : make.load(make.variablePlace(target.given)),
      }));
      const allowed = this.#any(targets, written, true, emit, fn, locals, edge.at);
      const violated = make.conditional(INT, reached, make.not(allowed), make.ZERO);
      const failed = graph.location();
      graph.add(here, failed, { kind: 'assume', condition: violated, truth: true }, edge.at);
      graph.add(here, after, { kind: 'assume', condition: violated, truth: false }, edge.at);
      const call: Operation = {
        kind: 'call',
        callee: { kind: 'direct', function: this.check },
        arguments: [],
        result: null,
      };
      graph.add(failed, after, call, edge.at);
    }
    const made = graph.result();
    return locals.length === 0 && made.edges.length === fn.edges.length
      ? fn
      : { ...made, locals: [...fn.locals, ...locals] };
  }

  /** The bytes that an operation writes where that may matter; `always`: in an object that existed at the call. */
  #written(op: Operation): (Written & { readonly always?: true }) | 'unknown' | null {
    const target = targetOf(op);
    if (target !== null) {
      const written = this.#place(target);
      if (written !== null) return written;
    }
    if (op.kind !== 'call' || op.callee.kind !== 'direct') return null;
    const fn = this.program.functions[op.callee.function];
    if (fn === null || fn.defined || checkOf(fn.name) !== null || isAssertion(fn.name)) return null;
    if (fn.origin === 'verifier') return null;
    const position = WRITERS[fn.name];
    if (position !== undefined && op.arguments.length > position)
      return this.#objects.length === 0 ? null : { start: op.arguments[0], size: op.arguments[position] };
    if (!op.arguments.some(({ type }) => type.kind === 'pointer')) return null;
    return isQuiet(fn) ? null : 'unknown';
  }

  #place(place: Place): (Written & { readonly always?: true }) | null {
    const root = rootOf(place);
    // A bit-field counts as the record around it.
    const whole = make.isBitField(place) && place.kind === 'member' ? place.base : place;
    const size = this.#layout.sizeOf(whole.type);
    const written = { start: make.addressOfPlace(whole), size: make.integer(this.#size, size ?? 1n) };
    if (root.kind === 'dereference') return this.#objects.length === 0 ? null : written;
    const { variable } = root;
    return variable.storage === 'static' && !variable.name.startsWith('$') ? { ...written, always: true } : null;
  }

  #called({ op }: Edge): string {
    return op.kind === 'call' && op.callee.kind === 'direct'
      ? (this.program.functions[op.callee.function]?.name ?? 'a function')
      : 'a function';
  }

  /** Whether the bytes begin in one of the areas, and end there too if they are to be `within` it. */
  #any(
    areas: readonly (Written & { readonly given?: Expr | null })[],
    { start, size }: Written,
    within: boolean,
    emit: (op: Operation) => void,
    fn: AutomatonFunction,
    locals: Variable[],
    at: SourceLocation,
  ): Expr {
    const byte = pointerTo(UCHAR);
    const one = make.integer(this.#size, 1n);
    const first = make.convert(this.#layout, byte, start);
    const count = make.convert(this.#layout, this.#size, size);
    const meets = (pointer: Expr, area: Written): Expr => {
      const variable: Variable = {
        id: this.#nextVariable++,
        name: `$frame${this.#nextVariable}`,
        type: INT,
        storage: 'automatic',
        external: false,
        undefined: false,
        scope: fn.id,
        threadLocal: false,
        initializer: null,
        at,
      };
      locals.push(variable);
      const result = make.variablePlace(variable);
      const areaStart = make.convert(this.#layout, byte, area.start);
      emit({ kind: 'intrinsic', name: MEETING, arguments: [pointer, areaStart, one, area.size], places: [], result });
      return make.load(result);
    };
    let any: Expr = make.ZERO;
    for (const area of areas) {
      let inside = meets(first, area);
      if (within && !(count.kind === 'integer' && count.value === 1n)) {
        const rest = make.binary(this.#layout, this.#size, '-', count, one);
        const last = meets(make.pointerAdd(first, rest, false, byte), area);
        inside = make.conditional(INT, inside, last, make.ZERO);
      }
      const counted = area.given == null ? inside : make.conditional(INT, area.given, inside, make.ZERO);
      any = any === make.ZERO ? counted : make.conditional(INT, any, make.ONE, counted);
    }
    return any;
  }
}

/** Whether calls of the library function write nothing that existed before. */
function isQuiet(fn: AutomatonFunction): boolean {
  const effect = fn.origin === 'library' ? effectOf(fn.name) : null;
  return libraryTreatment(fn) === 'ends' || (effect !== null && effect !== 'writes') || releases(fn.name);
}

function isOfFrame(global: Variable, { objects }: Frame): boolean {
  return objects.some(({ object }) => object === global);
}

function isConstant(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return ((inner.qualifiers ?? 0) & Qualifier.const) !== 0;
}
