import type { Variable } from '../../../c/ast.ts';
import { INITIAL_OBJECTS } from '../../../c/builtins/library/system.ts';
import { libraryEntry } from '../../../c/builtins/library/table.ts';
import { Layout } from '../../../c/types/layout.ts';
import { isInteger, isScalar, valueType } from '../../../c/types/type-basics.ts';
import type { ArgumentBounds, AutomatonFunction, Edge, Expr, Operation, Program } from '../../cfa/automaton.ts';
import { shapeOf } from '../../cfa/compatible.ts';
import { EditedGraph } from '../../cfa/edited-graph.ts';
import { environmentPart } from '../../cfa/environment.ts';
import { literalText } from '../../cfa/literal-text.ts';
import { DEFAULT_ARGUMENTS } from '../../cfa/main-arguments.ts';
import * as make from '../../cfa/make.ts';
import {
  GIVES_BACK,
  type InputModel,
  inputModelOf,
  needsState,
  ofFiles,
  STREAM_STATE,
  streamPrelude,
} from './input-texts.ts';
import { type InputUses, inputUses, isStandardInput } from './input-uses.ts';
import { instantiate, type Numbering } from './instance.ts';
import { listElement, ModelParser } from './parse.ts';
import { scanFunction, scanningModel } from './scanning.ts';
import type { ModelText } from './texts.ts';
import { withFixedStandardInput, withoutWholeEnvironment } from './whole-environment.ts';

type Call = Operation & { readonly kind: 'call' };

/**
 * Returns the name that users see of a function which stands for inputs or for state of the interpreter;
 * undefined for others. No program has them.
 */
function sourceName(name: string): string | undefined {
  if (name === '__unread') return 'unread character';
  if (name === '__character') return 'getchar';
  return /^__(result|count|length|byte)_of_\w+$/.test(name) ? name.slice(2).replaceAll('_of_', ' of ') : undefined;
}

/** Library functions that models call. */
const CALLED: readonly string[] = ['getchar', 'malloc', 'realloc'];
/** Library functions that models of other streams call. */
const CALLED_FOR_FILES: readonly string[] = ['fgetc', 'ungetc', 'realloc'];

/**
 * Replaces calls of functions that read streams or the environment by calls of their models.
 * Verification and replay both use them. All characters of the standard input come from `getchar`, and
 * those of files from `fgetc`. Functions with a body stay. The time is linear.
 */
export function withInputs(program: Program, bounds: ArgumentBounds, errorFunctions: readonly string[]): Program {
  return new Inputs(withFixedStandardInput(withoutWholeEnvironment(program)), bounds, new Set(errorFunctions)).run();
}

/**
 * Returns the program with models of the functions that runs know by no code of their own (`getopt`). All
 * other functions read what the run is given.
 */
export function withRunModels(program: Program): Program {
  return new Inputs(program, DEFAULT_ARGUMENTS, new Set(), isWithoutCode).run();
}

/** Whether runs know a function by its model alone. It needs nothing from outside of the program. */
function isWithoutCode(name: string): boolean {
  const row = libraryEntry(name)?.row;
  return row != null && row.run === undefined && row.treatment === undefined;
}

/** Models of a call that reads. */
interface StreamModels {
  /** The stream, which may be a file; null where it is the standard input. */
  readonly stream: Expr | null;
  /** The model where the stream is the standard input; null: it is not. */
  readonly standard: ModelText | null;
  /** The model for files; null: the call stays. */
  readonly files: ModelText | null;
}

class Inputs implements Numbering {
  readonly #functions: (AutomatonFunction | null)[];
  readonly #parser: ModelParser;
  readonly #layout: Layout;
  readonly #byName = new Map<string, number>();
  readonly #hiddenVariables = new Map<string, Variable>();
  /** Objects of the library that the program names. */
  readonly #objects = new Map<string, Variable>();
  /** Names that the program asks the environment for. */
  readonly #names: string[] = [];
  readonly #uses: InputUses;
  readonly #prelude: string;
  /** Whether the library's own functions read characters of files. */
  readonly #readsFiles: boolean;
  #nextVariable = 0;

  constructor(
    private readonly program: Program,
    private readonly bounds: ArgumentBounds,
    private readonly errorFunctions: ReadonlySet<string>,
    /** Whether calls of a function may become calls of its model. */
    private readonly isReplaced: (name: string) => boolean = () => true,
  ) {
    this.#functions = [...program.functions];
    this.#parser = new ModelParser(program.dataModel);
    this.#layout = new Layout(program);
    for (const variable of program.globals) {
      this.#nextVariable = Math.max(this.#nextVariable, variable.id + 1);
      if (variable.external && INITIAL_OBJECTS.has(variable.name)) this.#objects.set(variable.name, variable);
    }
    for (const fn of program.functions) {
      if (fn === null) continue;
      this.#byName.set(fn.name, fn.id);
      for (const { id } of [...fn.parameters, ...fn.locals]) this.#nextVariable = Math.max(this.#nextVariable, id + 1);
    }
    this.#uses = inputUses(program, (name, op) => {
      const model = this.#textOf(name, op);
      return model !== null && this.#fitting(op, withPrelude(model, FULL_PRELUDE)) !== null;
    });
    const givesBack = [...this.#uses.called].some((name) => GIVES_BACK.test(scanFunction(name)));
    this.#prelude = streamPrelude({ known: this.#uses.stateKnown, givesBack });
    this.#readsFiles = CALLED_FOR_FILES.every((name) => {
      const fn = this.#functions[this.#byName.get(name) ?? -1];
      return !errorFunctions.has(name) && (fn == null || (!fn.defined && fn.origin === 'library'));
    });
  }

  run(): Program {
    const { program } = this;
    const functions = this.#functions;
    const getchar = this.#byName.get('getchar');
    // Models call the library's `getchar`, so the program's own must not take its place.
    if (getchar !== undefined && functions[getchar]?.defined === true) return program;
    if (CALLED.some((name) => this.errorFunctions.has(name))) return program;
    for (const [id, fn] of program.functions.entries()) {
      if (fn?.edges.some(({ op }) => this.#modelsOf(op) !== null)) functions[id] = this.#changed(fn);
    }
    if (functions.length === program.functions.length) return program;
    const names = this.#names.filter((name) => this.#hiddenVariables.has(environmentPart('set', name)));
    const environment = names.length === 0 ? null : { names, bounds: this.bounds };
    return { ...program, functions, globals: [...program.globals, ...this.#hiddenVariables.values()], environment };
  }

  add(makeFunction: (id: number) => AutomatonFunction): number {
    const id = this.#functions.length;
    this.#functions.push(null);
    this.#functions[id] = makeFunction(id);
    return id;
  }

  library(fn: AutomatonFunction): number {
    const source = sourceName(fn.name);
    const name = source ?? fn.name;
    const key = this.#uses.stateKnown ? fn.name : name;
    const known = this.#byName.get(key);
    if (known !== undefined) return known;
    const id = this.add((number) => ({
      ...fn,
      id: number,
      name,
      // If the state is unknown, a character is only one that the library could give.
      origin: source === undefined || (name === 'getchar' && !this.#uses.stateKnown) ? 'library' : 'verifier',
      pure: source !== undefined,
    }));
    this.#byName.set(key, id);
    return id;
  }

  variable(): number {
    return this.#nextVariable++;
  }

  hidden(variable: Variable): Variable {
    const object = this.#objects.get(variable.name);
    if (object !== undefined) return object;
    const name = STREAM_STATE.get(variable.name) ?? environmentHidden(variable.name, this.#names) ?? variable.name;
    let hidden = this.#hiddenVariables.get(name);
    if (hidden === undefined) this.#hiddenVariables.set(name, (hidden = { ...variable, id: this.variable(), name }));
    return hidden;
  }

  /**
   * Returns the model of a library function's call without its prelude; null if there is none for these
   * arguments.
   */
  #textOf(name: string, op: Call): InputModel | null {
    if (this.errorFunctions.has(name) || !this.isReplaced(name)) return null;
    const scan = scanFunction(name);
    if (/^v?f?scanf$/.test(scan)) {
      const stream = scan.endsWith('fscanf') ? 0 : undefined;
      const format = literalText(this.program, op.arguments[stream === undefined ? 0 : 1]);
      const model = format === null ? null : scanningModel(name, format, this.program.dataModel);
      return model === null ? null : { ...model, ...(stream === undefined ? {} : { stream }) };
    }
    if (name !== 'getenv' && name !== 'secure_getenv') return inputModelOf(name);
    const variable = literalText(this.program, op.arguments[0]);
    if (variable === null || !/^[^=]+$/.test(variable)) return null;
    if (!this.#names.includes(variable)) this.#names.push(variable);
    return environmentModel(name, this.#names.indexOf(variable), this.bounds.bytes);
  }

  /** Returns the models of what an operation reads; null if there is none. */
  #modelsOf(op: Operation): StreamModels | null {
    if (op.kind !== 'call' || op.callee.kind !== 'direct') return null;
    const callee = this.#functions[op.callee.function];
    if (callee == null || callee.defined || callee.origin !== 'library') return null;
    const { name } = callee;
    if (name.endsWith('getenv') && this.#uses.changesEnvironment) return null;
    const model = this.#textOf(name, op);
    if (model === null) return null;
    const stream = model.stream === undefined ? null : op.arguments[model.stream];
    const other = stream !== null && !isStandardInput(stream);
    const isKnown = !needsState(name) || this.#uses.stateKnown;
    const standard = isKnown && (!other || this.#uses.streamEscapes) ? withPrelude(model, this.#prelude) : null;
    const files = other && this.#readsFiles ? ofFiles(name, model) : null;
    return standard === null && files === null ? null : { stream: other ? stream : null, standard, files };
  }

  /** Puts a choice before calls whose stream may be the standard input or another one. */
  #changed(fn: AutomatonFunction): AutomatonFunction {
    const graph = new EditedGraph(fn);
    for (const edge of fn.edges) {
      const { op, from, to, at } = edge;
      const models = this.#modelsOf(op);
      if (models === null || op.kind !== 'call') continue;
      const { stream, standard, files } = models;
      const same = standard === null ? null : this.#call(op, standard, edge);
      const other = files === null ? null : this.#call(op, files, edge);
      if (other !== null) graph.replace({ ...edge, op: other });
      if (same === null) continue;
      if (stream === null) {
        graph.replace({ ...edge, op: same });
        continue;
      }
      const input = make.load(make.variablePlace(this.#uses.stream!));
      const condition = make.compare('==', stream, make.convert(this.#layout, valueType(stream.type), input));
      const [ofFile, ofInput] = [graph.detached(edge), graph.location()];
      graph.add(from, ofInput, { kind: 'assume', condition, truth: true }, at);
      graph.add(from, ofFile, { kind: 'assume', condition, truth: false }, at);
      graph.add(ofInput, to, same, at);
    }
    return graph.result();
  }

  /** Returns the call of the model; null if the types of the call do not fit. */
  #call(op: Call, model: ModelText, { at }: Edge): Call | null {
    const fitting = this.#fitting(op, model);
    if (fitting === null) return null;
    const parsed = this.#parser.parse(model, null);
    return {
      ...op,
      callee: {
        kind: 'direct',
        function: instantiate(parsed, parsed.element === null ? null : listElement(op.arguments), at, this),
      },
      arguments: fitting,
    };
  }

  /** Returns the arguments in the form of the model; null if the types of the call do not fit. */
  #fitting(op: Call, model: ModelText): readonly Expr[] | null {
    const { element, function: fn } = this.#parser.parse(model, null);
    const { parameters, type } = fn;
    if (op.result !== null && shapeOf(op.result.type) !== shapeOf(type.result)) return null;
    const zeros =
      model.padded === true ? parameters.slice(op.arguments.length).map(({ type: each }) => make.zeroOf(each)) : [];
    const given = [...op.arguments, ...zeros];
    if (given.length !== parameters.length) return null;
    const fitting = given.map((argument, i) => this.#fitted(argument, parameters[i].type));
    if (element !== null && listElement(op.arguments) === null) return null;
    return fitting.every((argument) => argument !== null) ? fitting : null;
  }

  #fitted(argument: Expr, type: Expr['type']): Expr | null {
    if (!isScalar(argument.type)) return null;
    if (shapeOf(type) === shapeOf(argument.type)) return argument;
    return isInteger(type) && isInteger(argument.type) ? make.convert(this.#layout, valueType(type), argument) : null;
  }
}

const FULL_PRELUDE = streamPrelude({ known: true, givesBack: true });

function withPrelude(model: InputModel, prelude: string): ModelText {
  return { ...model, prototypes: `${model.prototypes ?? ''}\n${prelude}` };
}

/**
 * Writes the model of `getenv` for one name, whose hidden variables end in the number. The first call
 * sets all bytes behind the end of the text to zero. Formulas also cover texts beyond the bound.
 */
function environmentModel(fn: string, number: number, bytes: number): ModelText {
  const text = `__text${number}`;
  const zeros = Array.from(
    { length: bytes - 1 },
    (_, i) => `${text}[${i + 1}] = ${text}[${i}] ? ${text}[${i + 1}] : 0;`,
  );
  return {
    text: `char *${fn}(char *name) {
  if (__beyond()) return __nowhere();
  if (!__seen${number}) {
    __seen${number} = 1;
    ${zeros.join('\n    ')}
    ${text}[${bytes}] = 0;
    __trim(${text});
  }
  return __set${number} ? ${text} : 0;
}`,
    prototypes: `int __beyond(void);
char *__nowhere(void);
void __trim(char *);
extern byte __set${number};
extern char __text${number}[${bytes + 1}];
int __seen${number};`,
    elements: null,
  };
}

/** Returns the program's name of a hidden variable of {@link environmentModel}; null for other names. */
function environmentHidden(name: string, names: readonly string[]): string | null {
  const [, part, number] = /^__(set|text|seen)(\d+)$/.exec(name) ?? [];
  return part === 'set' || part === 'text' || part === 'seen' ? environmentPart(part, names[Number(number)]) : null;
}
