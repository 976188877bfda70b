import type { Variable } from '../../../c/ast.ts';
import { Layout } from '../../../c/types/layout.ts';
import { isInteger, isScalar, pointerTo, sizeType, UCHAR, valueType } from '../../../c/types/type-basics.ts';
import type { CType } from '../../../c/types/types.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../../cfa/automaton.ts';
import { shapeOf } from '../../cfa/compatible.ts';
import { EditedGraph } from '../../cfa/edited-graph.ts';
import { errorFunctionIds } from '../../cfa/error-functions.ts';
import { literalText } from '../../cfa/literal-text.ts';
import * as make from '../../cfa/make.ts';
import { callsBackWithoutEffect } from './effects.ts';
import { printingModel } from './formats.ts';
import { instantiate, type Numbering } from './instance.ts';
import { listElement, ModelParser } from './parse.ts';
import { scanFunction, scanningModel } from './scanning.ts';
import { isRun, type ModelText, modelOf, zeroingModel } from './texts.ts';

type Call = Operation & { kind: 'call' };

/** Functions that call back. They have no formula, so only a model can give their effect. */
const CALLING_BACK: ReadonlySet<string> = new Set(['qsort', 'bsearch']);
/** Limit of the bytes of fills and copies that always have a formula. */
const FEW_BYTES = 256;
/** Limit of the edges that all models have together. */
const MAX_EDGES = 100_000;

/**
 * Returns the program with a choice at each call of a library function that has a model in C. One side
 * is the call itself, which a formula encodes. The other is a call of the model, which is a function
 * of the program. Calls of functions with a body stay as they are. Ids of the program's edges and
 * variables do not change.
 */
export function withModels(program: Program, errorFunctions: readonly string[]): Program {
  const attacher = new Attacher(program, errorFunctions);
  return attacher.run();
}

class Attacher implements Numbering {
  readonly #functions: (AutomatonFunction | null)[];
  readonly #byName = new Map<string, AutomatonFunction>();
  readonly #layout: Layout;
  readonly #parser: ModelParser;
  /** Ids of functions whose call is the error. */
  readonly #errors: ReadonlySet<number>;
  #nextVariable = 0;
  #edges = 0;
  readonly #formats = new Map<string, ModelText | null>();
  /** The variable with the position at which `strtok` continues. */
  #state: Variable | null = null;
  /** Static variables of models, by their names. */
  readonly #statics = new Map<string, Variable>();

  constructor(
    private readonly program: Program,
    errorFunctions: readonly string[],
  ) {
    this.#errors = errorFunctionIds(program, errorFunctions);
    this.#functions = [...program.functions];
    this.#layout = new Layout(program);
    this.#parser = new ModelParser(program.dataModel);
    for (const { id } of program.globals) this.#nextVariable = Math.max(this.#nextVariable, id + 1);
    for (const fn of program.functions) {
      if (fn === null) continue;
      this.#byName.set(fn.name, fn);
      for (const { id } of fn.parameters) this.#nextVariable = Math.max(this.#nextVariable, id + 1);
      for (const { id } of fn.locals) this.#nextVariable = Math.max(this.#nextVariable, id + 1);
    }
  }

  run(): Program {
    const { program } = this;
    const functions = this.#functions;
    // Models call library functions too, so the list grows.
    for (let id = 0; id < functions.length; id++) {
      const fn = functions[id];
      if (fn?.edges.some(({ op }) => this.#textOf(op) !== null)) functions[id] = this.#extended(fn);
    }
    if (functions.length === program.functions.length && functions.every((fn, id) => fn === program.functions[id]))
      return program;
    const states = this.#state === null ? [] : [this.#state];
    return { ...program, functions, globals: [...program.globals, ...states, ...this.#statics.values()] };
  }

  add(makeFunction: (id: number) => AutomatonFunction): number {
    const id = this.#functions.length;
    this.#functions.push(null);
    const fn = makeFunction(id);
    this.#functions[id] = fn;
    this.#edges += fn.edges.length;
    return id;
  }

  library(fn: AutomatonFunction): number {
    const known = this.#byName.get(fn.name);
    if (known !== undefined) return known.id;
    const id = this.add((number) => ({ ...fn, id: number }));
    this.#byName.set(fn.name, this.#functions[id]!);
    return id;
  }

  variable(): number {
    return this.#nextVariable++;
  }

  hidden(variable: Variable): Variable {
    let hidden = this.#statics.get(variable.name);
    if (hidden === undefined)
      this.#statics.set(
        variable.name,
        (hidden = { ...variable, id: this.variable(), name: `$${variable.name.slice(2)}` }),
      );
    return hidden;
  }

  /** Returns the model of the function that an operation calls; null for other operations. */
  #textOf(op: Operation): ModelText | null {
    if (op.kind !== 'call' || op.callee.kind !== 'direct') return null;
    const callee = this.#functions[op.callee.function];
    if (callee === null || callee === undefined || callee.defined) return null;
    if (callee.origin === 'external' || this.#errors.has(callee.id)) return null;
    const { name } = callee;
    if (CALLING_BACK.has(name) && !callsBackWithoutEffect(this.program, op.arguments)) return null;
    if (name.endsWith('dup') && this.#byName.get('malloc')?.defined === true) return null;
    if (name === 'memset' && isZero(op.arguments[1])) return zeroingModel();
    const model = modelOf(name);
    const text = model !== null && !isRun(model.file) ? model.text : this.#formatted(name, op.arguments);
    return text === null || this.#isReplaced(text) ? null : text;
  }

  /** Whether the program has a body for a function that the model calls. The library would call its own. */
  #isReplaced({ prototypes = '' }: ModelText): boolean {
    return [...prototypes.matchAll(/(\w+)\(/g)].some(([, called]) => this.#byName.get(called)?.defined === true);
  }

  /** Returns the model of a function that takes a format, if the format is a literal. */
  #formatted(name: string, args: readonly Expr[]): ModelText | null {
    const { dataModel, watched } = this.program;
    const readsAll = watched.includes('deref');
    const format = (position: number): string | null => literalText(this.program, args[position]);
    const scans = /^v?sscanf$/.test(scanFunction(name));
    const text = name === 'snprintf' ? format(2) : scans || name === 'sprintf' ? format(1) : null;
    if (text === null) return null;
    const key = `${name} ${text}`;
    let model = this.#formats.get(key);
    if (model === undefined) {
      model = scans
        ? scanningModel(name, text, dataModel, { readsAll })
        : printingModel(text, name === 'snprintf', dataModel);
      this.#formats.set(key, model);
    }
    return model;
  }

  /** Returns the address of a hidden variable that all calls of `strtok` share. */
  #stateAddress({ at }: Edge): Expr {
    this.#state ??= {
      id: this.variable(),
      name: '$strtok',
      type: pointerTo(UCHAR),
      storage: 'static',
      external: false,
      undefined: false,
      scope: null,
      threadLocal: false,
      initializer: null,
      at,
    };
    const place = make.variablePlace(this.#state);
    return { kind: 'address', type: pointerTo(place.type), place };
  }

  #extended(fn: AutomatonFunction): AutomatonFunction {
    const graph = new EditedGraph(fn);
    for (const edge of fn.edges) {
      const { op, from, to, at } = edge;
      const text = this.#textOf(op);
      const model = text === null || op.kind !== 'call' ? null : this.#modelCall(op, text, edge);
      if (model === null || op.kind !== 'call') continue;
      const name = op.callee.kind === 'direct' ? this.#functions[op.callee.function]!.name : '';
      if (CALLING_BACK.has(name)) {
        graph.replace({ ...edge, op: model });
        continue;
      }
      const [plain, modelled] = [graph.detached(edge), graph.location()];
      graph.add(from, plain, { kind: 'choose', model: false, call: op }, at);
      graph.add(from, modelled, { kind: 'choose', model: true, call: op }, at);
      graph.add(modelled, to, model, at);
    }
    return graph.result();
  }

  /**
   * Returns the call of the model with its arguments; null if the call does not fit it, or does not need
   * it.
   */
  #modelCall(op: Call, text: ModelText, edge: Edge): Call | null {
    const { at } = edge;
    if (this.#edges > MAX_EDGES) return null;
    const { arguments: given } = op;
    const layout = this.#layout;
    if (text.size !== undefined) {
      const size = constantOf(given[text.size]);
      if (size !== null && size <= FEW_BYTES && !this.#watchesComparison(op)) return null;
    }
    let element: CType | null = null;
    if (text.elements !== null) {
      const isRecord = text.elements === 'record';
      element = isRecord ? recordIn([op.result, ...given]) : this.#elementOf(op, text);
      if (element === null && (text.unit !== undefined || isRecord)) return null;
    }
    const unit = element === null ? 1 : Number(layout.sizeOf(element));
    const parsed = this.#parser.parse(text, element === null || text.elements === 'numbers' ? numberOf(unit) : null);
    // A `va_list` is the only structure of models without an element type.
    element ??= parsed.element === null ? null : listElement(given);
    if (parsed.element !== null && element === null) return null;
    const args = [...given];
    if (text.size !== undefined) args.push(make.integer(sizeType(this.program.dataModel), BigInt(unit)));
    if (text.state === true) args.push(this.#stateAddress(edge));
    const { parameters } = parsed.function;
    if (text.leading === true) args.length = Math.min(args.length, parameters.length);
    if (args.length !== parameters.length) return null;
    const fitting = args.map((argument, i) => this.#fitted(argument, parameters[i].type));
    if (fitting.includes(null)) return null;
    const model = instantiate(parsed, parsed.element === null ? null : element, at, this);
    return { ...op, callee: { kind: 'direct', function: model }, arguments: fitting as Expr[] };
  }

  /** Whether this call compares bytes where accesses are watched: only the model tells which it reads. */
  #watchesComparison({ callee }: Call): boolean {
    if (!this.program.watched.includes('deref') || callee.kind !== 'direct') return false;
    return this.#functions[callee.function]?.name === 'memcmp';
  }

  #fitted(argument: Expr, type: CType): Expr | null {
    if (!isScalar(argument.type)) return null;
    if (shapeOf(type) === shapeOf(argument.type)) return argument;
    return isInteger(type) && isInteger(argument.type) ? make.convert(this.#layout, valueType(type), argument) : null;
  }

  /**
   * Returns the type that the arguments point to, if the expressions show that the size is a multiple of
   * it; null for bytes.
   */
  #elementOf({ arguments: given }: Call, { elements, size, unit }: ModelText): CType | null {
    for (const argument of given.slice(0, unit === undefined ? 2 : 1)) {
      let inner = argument;
      while (inner.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
      if (inner.type.kind !== 'pointer') continue;
      let type = inner.type.target;
      while (type.kind === 'array' && unit === undefined) type = type.element;
      if (elements === 'numbers' ? !isInteger(type) : !isScalar(type) && type.kind !== 'struct') continue;
      const bytes = type.kind === 'struct' && type.definition.fields === null ? null : this.#layout.sizeOf(type);
      if (bytes === null || bytes === 0n) continue;
      const wanted = constantOf(given[unit ?? size ?? -1]);
      if (unit !== undefined ? wanted === Number(bytes) : wanted === null || wanted % Number(bytes) === 0)
        return valueType(type);
    }
    return null;
  }
}

function constantOf(argument: Expr | undefined): number | null {
  return argument?.kind === 'integer' ? Number(argument.value) : null;
}

function isZero(argument: Expr | undefined): boolean {
  return constantOf(argument) === 0;
}

/** Returns the complete structure that the first pointer to one leads to; null: there is none. */
function recordIn(values: readonly (Place | Expr | null)[]): CType | null {
  for (const value of values) {
    let inner = value;
    while (inner?.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
    const target = inner?.type.kind === 'pointer' ? inner.type.target : null;
    if (target?.kind === 'struct' && target.definition.fields !== null) return valueType(target);
  }
  return null;
}

/** Returns an unsigned integer type of that size in bytes. */
function numberOf(bytes: number): string {
  switch (bytes) {
    case 2:
      return 'unsigned short';
    case 4:
      return 'unsigned int';
    case 8:
      return 'unsigned long long';
    case 16:
      return 'unsigned __int128';
    default:
      return 'unsigned char';
  }
}
