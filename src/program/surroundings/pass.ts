import { LemmataError } from '../../base/errors.ts';
import { formatLocation, type SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { Layout } from '../../c/types/layout.ts';
import { BOOL, INT } from '../../c/types/type-basics.ts';
import { formatType } from '../../c/types/type-format.ts';
import type { CType } from '../../c/types/types.ts';
import { addressedVariables } from '../cfa/addressed-variables.ts';
import type { AutomatonFunction, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { ATOMIC_BLOCK, INTERRUPT_CHOICE, OUTSIDE_READ } from '../cfa/beyond.ts';
import { bodylessFunction, functionReturning } from '../cfa/bodyless-function.ts';
import { firstFreeVariable } from '../cfa/free-variable.ts';
import * as make from '../cfa/make.ts';
import { type InterruptMask, masksOf, type Surroundings } from '../cfa/surroundings.ts';
import { definedFunction, notThere } from '../lowering/entry.ts';
import { Addresses, hasVolatile } from './addresses.ts';
import { copied, redirected } from './copy.ts';
import { type Acts, SurroundedFunction } from './function.ts';
import { Interrupts } from './interrupts.ts';

/**
 * Puts the acts of the surroundings into a program. Each read of what changes by itself becomes an input,
 * and a write to a register changes nothing. Handlers of interrupts are called behind each access that they
 * may meet, in a loop whose rounds are inputs. A handler that comes later commutes with the steps in
 * between, so that no result is lost (Lipton, CACM 1975). Throws LemmataError `E-INPUT` for names that the
 * program does not have. `begin`: the function where runs begin.
 */
export function withSurroundings(program: Program, asked: Surroundings, begin: string): Program {
  return new SurroundedProgram(program, asked, definedFunction(program, begin)).build();
}

class SurroundedProgram implements Acts {
  readonly layout: Layout;
  readonly addresses: Addresses;
  handlers: readonly AutomatonFunction[];
  readonly devices: Surroundings['devices'];
  readonly interrupts: Interrupts | null = null;
  readonly flags: Place[] = [];
  readonly handling: Place | null = null;
  readonly choice: number;
  /** Flags that calls of functions set, by the name of the function. */
  readonly #setters = new Map<string, { readonly flag: Place; readonly value: Expr }>();
  readonly #functions: AutomatonFunction[] = [];
  readonly #reads = new Map<string, number>();
  readonly #initiallySet: number[] = [];
  #nextVariable: number;
  #nextFunction: number;

  constructor(
    readonly program: Program,
    asked: Surroundings,
    private readonly begin: AutomatonFunction,
  ) {
    this.layout = new Layout(program);
    this.#nextVariable = firstFreeVariable(program);
    this.#nextFunction = program.functions.length;
    const addressed = addressedVariables(program);
    const changing = changingVariables(program, asked.changing);
    this.addresses = new Addresses(this.layout, changing, asked.devices, addressed);
    this.devices = asked.devices;
    this.handlers = asked.interrupts.map((name) => handlerOf(program, name));
    this.choice = this.#newFunction(INTERRUPT_CHOICE, BOOL);
    if (this.handlers.length === 0) return;
    this.interrupts = new Interrupts(program, addressed, this.handlers, begin.id);
    if (this.interrupts.shares) this.handling = this.#flag('$in_interrupt', []);
    const names = new Set(program.functions.map((fn) => fn?.name));
    const unknown = asked.masks
      .flatMap(({ off, on }) => [...(off === null ? [] : [off]), on])
      .find((name) => !names.has(name));
    if (unknown !== undefined)
      throw notThere(
        program,
        `function ${unknown}`,
        unknown,
        [...names].flatMap((name) => name ?? []),
      );
    const masks = masksOf(asked).filter(({ off, on }) => names.has(off ?? on));
    if (masks.length > 0) this.#flag('$interrupts_off', masks);
    this.#flag('$in_atomic_block', [
      { off: ATOMIC_BLOCK.begin, on: ATOMIC_BLOCK.end },
      { off: '__VERIFIER_atomic_begin', on: '__VERIFIER_atomic_end' },
    ]);
  }

  build(): Program {
    const { program, interrupts, layout } = this;
    const copies = new Map<number, number>();
    for (const id of interrupts?.copied ?? [])
      if (!this.#setters.has(program.functions[id]!.name)) copies.set(id, this.#nextFunction++);
    // Handlers call copies, which nothing disturbs.
    const undisturbed = [...copies].map(([id, copy]) =>
      copied(program.functions[id]!, copy, copies, layout, () => this.#nextVariable++),
    );
    this.handlers = this.handlers.map((fn) => undisturbed.find(({ id }) => id === copies.get(fn.id)) ?? fn);
    const functions = program.functions.map((fn) => {
      if (fn === null || !fn.defined || fn.origin !== 'program' || this.#setters.has(fn.name)) return fn;
      const isDisturbed = interrupts?.disturbed.has(fn.id) === true;
      const own = isDisturbed
        ? fn
        : { ...fn, edges: fn.edges.map((edge) => ({ ...edge, op: redirected(edge.op, copies) })) };
      return new SurroundedFunction(this, own, isDisturbed).build(isDisturbed && fn === this.begin);
    });
    const calm = undisturbed.map((fn) => new SurroundedFunction(this, fn, false).build(false));
    const all: (AutomatonFunction | null)[] = [...functions];
    for (const fn of [...calm, ...this.#functions]) all[fn.id] = fn;
    const flags = this.flags.flatMap((place) => (place.kind === 'variable' ? [place.variable] : []));
    const initialValues = new Map(program.initialValues);
    for (const id of this.#initiallySet) initialValues.set(id, [{ path: [], value: make.ONE }]);
    return {
      ...program,
      functions: all,
      initialValues,
      globals: [...program.globals, ...flags],
      devices: this.devices,
    };
  }

  setBy(op: Operation): { readonly flag: Place; readonly value: Expr } | null {
    if (this.#setters.size === 0) return null;
    if (op.kind === 'intrinsic') return this.#setters.get(op.name) ?? null;
    if (op.kind !== 'call' || op.callee.kind !== 'direct') return null;
    return this.#setters.get(this.program.functions[op.callee.function]?.name ?? '') ?? null;
  }

  readOf(type: CType): number {
    const key = formatType(type);
    const known = this.#reads.get(key);
    if (known !== undefined) return known;
    const id = this.#newFunction(OUTSIDE_READ, type);
    this.#reads.set(key, id);
    return id;
  }

  newVariable(name: string, type: CType, scope: number | null, at: SourceLocation): Variable {
    const storage = scope === null ? 'static' : 'automatic';
    const plain = { external: false, undefined: false, threadLocal: false, initializer: null } as const;
    return { id: this.#nextVariable++, name, type, storage, scope, at, ...plain };
  }

  /** Adds a flag that holds interrupts off between calls of two functions, or marks of two intrinsics. */
  #flag(name: string, between: readonly InterruptMask[]): Place {
    const flag = make.variablePlace(this.newVariable(name, INT, null, make.NOWHERE));
    this.flags.push(flag);
    for (const { off, on } of between) {
      if (off !== null) this.#setters.set(off, { flag, value: make.ONE });
      else if (flag.kind === 'variable') this.#initiallySet.push(flag.variable.id);
      this.#setters.set(on, { flag, value: make.ZERO });
    }
    return flag;
  }

  #newFunction(name: string, type: CType): number {
    const id = this.#nextFunction++;
    const head = { id, name, type: functionReturning(type), origin: 'verifier', at: make.NOWHERE } as const;
    this.#functions.push(bodylessFunction(head));
    return id;
  }
}

/** Returns a handler of interrupts. Throws LemmataError `E-INPUT` for other functions. */
function handlerOf(program: Program, name: string): AutomatonFunction {
  const fn = definedFunction(program, name);
  if (fn.parameters.length === 0 && !fn.type.variadic) return fn;
  throw new LemmataError('E-INPUT', `${formatLocation(fn.at)}: ${name} has parameters, and handles no interrupt`);
}

/** Returns the variables with these names. Throws LemmataError `E-INPUT` for names of no volatile object. */
function changingVariables(program: Program, names: readonly string[]): readonly Variable[] {
  if (names.length === 0) return [];
  const variables = [
    ...program.globals,
    ...program.functions.flatMap((fn) => [...(fn?.parameters ?? []), ...(fn?.locals ?? [])]),
  ];
  return names.flatMap((name) => {
    const found = variables.filter((variable) => variable.name === name);
    if (found.length === 0)
      throw notThere(
        program,
        `variable ${name}`,
        name,
        variables.map((variable) => variable.name).filter((other) => !other.startsWith('$')),
      );
    const plain = found.find(({ type }) => !hasVolatile(type));
    if (plain === undefined) return found;
    throw new LemmataError(
      'E-INPUT',
      `${formatLocation(plain.at)}: ${name} is not volatile, so that it does not change by itself`,
    );
  });
}
