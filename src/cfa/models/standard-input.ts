import { Layout } from '../../c/type/layout.ts';
import { isInteger, isScalar, valueType } from '../../c/type/type-tools.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Program } from '../automaton.ts';
import { shapeOf } from '../link/compatible.ts';
import * as make from '../make.ts';
import { instantiate, type Numbering } from './instance.ts';
import { ModelParser } from './parse.ts';
import type { ModelText } from './texts.ts';

type Call = Operation & { readonly kind: 'call' };

interface InputModel extends ModelText {
  /** Position of the stream argument; the model applies only if the stream is the standard input. */
  readonly stream?: number;
}

/**
 * Models in C of functions that read the standard input. Verification and replay both use them. All characters come
 * from `getchar`, whose results are inputs. The model of `read` ignores the descriptor. Each call fails or gives any
 * bytes, at most as many as requested.
 */
const MODELS: ReadonlyMap<string, InputModel> = new Map<string, InputModel>([
  ...['fgetc', 'getc', '_IO_getc', 'fgetc_unlocked', 'getc_unlocked'].map((name): [string, InputModel] => [
    name,
    { text: `int ${name}(void *stream) { return getchar(); }`, prototypes: 'int getchar(void);', elements: null, stream: 0 },
  ]),
  ...['fgets', 'fgets_unlocked'].map((name): [string, InputModel] => [
    name,
    {
      text: `char *${name}(char *s, int most, void *stream) {
  if (most < 1) return 0;
  int n = 0;
  while (n < most - 1) {
    int c = getchar();
    if (c < 0) break;
    s[n++] = c;
    if (c == '\\n') break;
  }
  if (n == 0 && most > 1) return 0;
  s[n] = 0;
  return s;
}`,
      prototypes: 'int getchar(void);',
      elements: null,
      stream: 2,
    },
  ]),
  [
    'gets',
    {
      text: `char *gets(char *s) {
  int n = 0;
  for (;;) {
    int c = getchar();
    if (c < 0 && n == 0) return 0;
    if (c < 0 || c == '\\n') break;
    s[n++] = c;
  }
  s[n] = 0;
  return s;
}`,
      prototypes: 'int getchar(void);',
      elements: null,
    },
  ],
  ...['fread', 'fread_unlocked'].map((name): [string, InputModel] => [
    name,
    {
      text: `size_t ${name}(byte *to, size_t size, size_t count, void *stream) {
  if (size == 0) return 0;
  size_t n = 0;
  for (; n < size * count; n++) {
    int c = getchar();
    if (c < 0) break;
    to[n] = c;
  }
  return n / size;
}`,
      prototypes: 'int getchar(void);',
      elements: null,
      stream: 3,
    },
  ]),
  [
    'read',
    {
      text: `long read(int descriptor, byte *to, size_t most) {
  long count = __read_count();
  if (count < 0) return -1;
  if ((size_t)count > most) count = most;
  for (long n = 0; n < count; n++) to[n] = __read_byte();
  return count;
}`,
      prototypes: 'long __read_count(void); byte __read_byte(void);',
      elements: null,
    },
  ],
]);

/** Functions that stand for inputs alone, with the names that people see. No program can have such a name. */
const SOURCES: ReadonlyMap<string, string> = new Map([
  ['__read_count', 'count of read'],
  ['__read_byte', 'byte of read'],
]);

/** Replaces calls of functions that read by calls of their models. Functions with a body stay. The time is linear. */
export function withStandardInput(program: Program): Program {
  return new Inputs(program).run();
}

class Inputs implements Numbering {
  private readonly functions: (AutomatonFunction | null)[];
  private readonly parser: ModelParser;
  private readonly layout: Layout;
  private readonly byName = new Map<string, number>();
  private nextVariable = 0;

  constructor(private readonly program: Program) {
    this.functions = [...program.functions];
    this.parser = new ModelParser(program.dataModel);
    this.layout = new Layout(program.dataModel);
    for (const { id } of program.globals) this.nextVariable = Math.max(this.nextVariable, id + 1);
    for (const fn of program.functions) {
      if (fn === null) continue;
      this.byName.set(fn.name, fn.id);
      for (const { id } of [...fn.parameters, ...fn.locals]) this.nextVariable = Math.max(this.nextVariable, id + 1);
    }
  }

  run(): Program {
    const { program, functions } = this;
    const getchar = this.byName.get('getchar');
    // Models call the library's `getchar`, so the program's own must not take its place.
    if (getchar !== undefined && functions[getchar]?.defined === true) return program;
    for (const [id, fn] of program.functions.entries()) {
      if (fn?.edges.some(({ op }) => this.modelOf(op) !== null)) functions[id] = this.changed(fn);
    }
    return functions.length === program.functions.length ? program : { ...program, functions };
  }

  add(makeFunction: (id: number) => AutomatonFunction): number {
    const id = this.functions.length;
    this.functions.push(null);
    this.functions[id] = makeFunction(id);
    return id;
  }

  library(fn: AutomatonFunction): number {
    const source = SOURCES.get(fn.name);
    const name = source ?? fn.name;
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const id = this.add((number) => ({
      ...fn,
      id: number,
      name,
      origin: source === undefined ? 'library' : 'verifier',
      pure: source !== undefined,
    }));
    this.byName.set(name, id);
    return id;
  }

  variable(): number {
    return this.nextVariable++;
  }

  private modelOf(op: Operation): InputModel | null {
    if (op.kind !== 'call' || op.callee.kind !== 'direct') return null;
    const callee = this.functions[op.callee.function];
    if (callee == null || callee.defined || callee.origin !== 'library') return null;
    const model = MODELS.get(callee.name);
    if (model === undefined) return null;
    return model.stream === undefined || isStandardInput(op.arguments[model.stream]) ? model : null;
  }

  private changed(fn: AutomatonFunction): AutomatonFunction {
    const edges = fn.edges.map((edge): Edge => {
      const model = this.modelOf(edge.op);
      return model === null || edge.op.kind !== 'call' ? edge : { ...edge, op: this.call(edge.op, model, edge) };
    });
    return { ...fn, edges };
  }

  /** Returns the call of the model, or the unchanged call if its types do not fit. */
  private call(op: Call, model: InputModel, { at }: Edge): Call {
    const parsed = this.parser.parse(model, null);
    const { parameters, type } = parsed.function;
    if (op.result !== null && shapeOf(op.result.type) !== shapeOf(type.result)) return op;
    if (op.arguments.length !== parameters.length) return op;
    const fitting = op.arguments.map((argument, i) => this.fitted(argument, parameters[i]!.type));
    if (!fitting.every((argument) => argument !== null)) return op;
    return { ...op, callee: { kind: 'direct', function: instantiate(parsed, null, at, this) }, arguments: fitting };
  }

  private fitted(argument: Expr, type: Expr['type']): Expr | null {
    if (!isScalar(argument.type)) return null;
    if (shapeOf(type) === shapeOf(argument.type)) return argument;
    return isInteger(type) && isInteger(argument.type) ? make.convert(this.layout, valueType(type), argument) : null;
  }
}

/** Tells whether the argument is `stdin` of stdio.h. */
function isStandardInput(argument: Expr | undefined): boolean {
  let inner = argument;
  while (inner?.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
  if (inner?.kind !== 'load' || inner.place.kind !== 'variable') return false;
  const { variable } = inner.place;
  return variable.name === 'stdin' && variable.undefined;
}
