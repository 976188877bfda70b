import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { withLengthVariables } from '../../c/types/length-variables.ts';
import { isScalar, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Expr, Operation, Place } from '../cfa/automaton.ts';
import { ERRNO_VARIABLE } from '../cfa/errno.ts';
import * as make from '../cfa/make.ts';
import { type Rules, rewriteExpr, rewriteOperation, rewritePlace } from '../cfa/rewrite.ts';
import type { Activation, ThreadCopy } from './unfolding.ts';

/** Copies of variables for activations and threads, and the code of functions in terms of them. */
export class Copies {
  /** Variables of the copied activations. */
  readonly locals: Variable[] = [];
  readonly copies: ThreadCopy[] = [];
  /** The original of each renamed variable, by id. */
  readonly originals = new Map<number, number>();
  readonly #own = new Map<string, Variable>();
  /** Parameters and local variables of functions, by id. */
  readonly #locals = new Map<AutomatonFunction, ReadonlyMap<number, Variable>>();
  #next: number;

  constructor(
    readonly layout: Layout,
    private readonly main: AutomatonFunction,
    firstVariable: number,
    /** Static variables of the models. */
    private readonly ofModels: ReadonlySet<Variable>,
    /** The program's `errno`; null if it has none. */
    private readonly errno: Variable | null,
  ) {
    this.#next = firstVariable;
  }

  /** Makes a hidden variable. */
  variable(name: string, type: CType, at: SourceLocation, storage: Variable['storage']): Variable {
    const scope = storage === 'automatic' ? this.main.id : null;
    const common = { external: false, undefined: false, threadLocal: false, initializer: null };
    return { id: this.#next++, name, type, storage, scope, at, ...common };
  }

  /** The activation's own copy of a variable. */
  renamed(activation: Activation, variable: Variable): Variable {
    const { thread } = activation;
    if (variable.storage === 'static') {
      // Models have numbers of their own. Their parameters may lead to variables of the program.
      const isOfModel = activation.modelled && this.ofModels.has(variable);
      if (isOfModel && variable.name === ERRNO_VARIABLE && this.errno !== null)
        return this.#ofThread(thread, this.errno);
      if (isOfModel) return this.#ofModel(thread, variable);
      return this.#ofThread(thread, variable);
    }
    if (activation.fn === this.main && activation.parent === null && thread === 0) return variable;
    let copy = activation.variables.get(variable.id);
    if (copy === undefined) {
      const type = this.#type(activation, variable.type);
      copy = { ...variable, id: this.#next++, type, scope: this.main.id };
      activation.variables.set(variable.id, copy);
      this.locals.push(copy);
      if (!activation.modelled) this.originals.set(copy.id, variable.id);
    }
    return copy;
  }

  /** A thread's own copy of a static variable; the variable itself if all threads share it. */
  #ofThread(thread: number, variable: Variable): Variable {
    if (!variable.threadLocal || thread === 0) return variable;
    const key = `${thread}:${variable.id}`;
    let copy = this.#own.get(key);
    if (copy === undefined) {
      copy = { ...variable, id: this.#next++, external: false, threadLocal: false };
      this.#own.set(key, copy);
      this.copies.push({ copy, original: variable, thread });
      this.originals.set(copy.id, variable.id);
    }
    return copy;
  }

  /** A static variable of the models, which is zero at the start. */
  #ofModel(thread: number, variable: Variable): Variable {
    const key = `${variable.threadLocal ? thread : ''} ${variable.name}`;
    let copy = this.#own.get(key);
    if (copy === undefined) {
      const name = variable.name.replace('__', '$');
      copy = { ...variable, id: this.#next++, name, external: false, threadLocal: false };
      this.#own.set(key, copy);
      this.copies.push({ copy, original: null, thread: variable.threadLocal ? thread : null });
    }
    return copy;
  }

  /** A type of the activation's function with its lengths in the activation's own variables. */
  #type(activation: Activation, type: CType): CType {
    return withLengthVariables(type, (id) => {
      const length = this.#localsOf(activation.fn).get(id);
      return length === undefined ? id : this.renamed(activation, length).id;
    });
  }

  #localsOf(fn: AutomatonFunction): ReadonlyMap<number, Variable> {
    let locals = this.#locals.get(fn);
    if (locals === undefined) {
      locals = new Map([...fn.parameters, ...fn.locals].map((variable) => [variable.id, variable]));
      this.#locals.set(fn, locals);
    }
    return locals;
  }

  #rules(activation: Activation): Rules {
    const typed = <T extends { readonly type: CType }>(node: T): T => {
      const type = this.#type(activation, node.type);
      return type === node.type ? node : { ...node, type };
    };
    return {
      layout: this.layout,
      place: (place) => {
        if (place.kind !== 'variable') return typed(place);
        const variable = this.renamed(activation, place.variable);
        return variable === place.variable ? place : typed({ ...place, variable });
      },
      expr: (e) => {
        if (e.kind === 'size-of') {
          const of = this.#type(activation, e.of);
          return of === e.of ? e : { ...e, of };
        }
        if (e.kind !== 'load' || e.place.kind !== 'variable') return typed(e);
        // The variable is renamed already; constants are kept by the new name.
        return activation.constants.get(e.place.variable.id) ?? typed(e);
      },
    };
  }

  /** An expression of the activation's function in terms of its copies. */
  expr(activation: Activation, e: Expr): Expr {
    let rewritten = activation.rewritten.get(e);
    if (rewritten === undefined) {
      rewritten = rewriteExpr(e, this.#rules(activation));
      activation.rewritten.set(e, rewritten);
    }
    return rewritten;
  }

  /** A place of the activation's function in terms of its copies. */
  place(activation: Activation, place: Place): Place {
    return rewritePlace(place, this.#rules(activation));
  }

  /** An operation of the activation's function in terms of its copies. */
  operation(activation: Activation, op: Operation): Operation {
    switch (op.kind) {
      case 'declare':
        return { ...op, variable: this.renamed(activation, op.variable) };
      case 'assume':
        return { ...op, condition: this.expr(activation, op.condition) };
      case 'case':
      case 'default':
        return { ...op, value: this.expr(activation, op.value) };
      default:
        return rewriteOperation(op, this.#rules(activation));
    }
  }

  /** Converts a scalar value to a type. */
  fitted(value: Expr, type: CType): Expr {
    return isScalar(type) && isScalar(value.type) ? make.convert(this.layout, valueType(type), value) : value;
  }
}
