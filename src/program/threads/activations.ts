import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { isScalar, isVariableLength, valueType } from '../../c/types/type-basics.ts';
import type { AutomatonFunction, Edge, Expr, Operation } from '../cfa/automaton.ts';
import { END_OF_LIFE } from '../cfa/constructs.ts';
import * as make from '../cfa/make.ts';
import { fixedParameters, isConstant } from './arguments.ts';
import { callOf, DESTRUCTORS } from './calls.ts';
import type { Copies } from './copies.ts';
import { isAtomicFunction } from './functions.ts';
import type { ThreadModel } from './model.ts';
import type { Nodes } from './nodes.ts';
import type { Repetition } from './repetition.ts';
import type { Starts } from './starts.ts';
import type { Activation, Node } from './unfolding.ts';

/** Places of an activation in which its thread ends: before and behind the destructors of keys. */
const BEFORE_KEYS = -(2 ** 40);
export const BEHIND_KEYS = BEFORE_KEYS - 1;
/** The id of an edge that calls the destructors. */
const HIDDEN_CALL = -(2 ** 40);

/** Calls that threads enter and leave, and the ends of threads. */
export class Activations {
  constructor(
    private readonly model: ThreadModel,
    private readonly copies: Copies,
    private readonly nodes: Nodes,
    private readonly repetition: Repetition,
    private readonly starts: Starts,
    /** Variables with lifetimes that matter, by id: pointers may lead to them, and accesses are watched. */
    private readonly mortal: ReadonlySet<number>,
  ) {}

  /** The variables of an activation that end with it. */
  #mortals({ fn, modelled }: Activation): Variable[] {
    if (modelled || this.mortal.size === 0) return [];
    return [...fn.parameters, ...fn.locals].filter(({ id, storage }) => storage === 'automatic' && this.mortal.has(id));
  }

  #ends(activation: Activation): Operation[] {
    return this.#mortals(activation).map((variable) => {
      const places = [make.variablePlace(this.copies.renamed(activation, variable))];
      return { kind: 'intrinsic', name: END_OF_LIFE, arguments: [], places, result: null };
    });
  }

  /** The ends of the variables of an activation and of its callers, with which their thread ends. */
  endsOfThread(activation: Activation): readonly Operation[] {
    const ends: Operation[] = [];
    for (let a: Activation | null = activation; a !== null; a = a.parent) ends.push(...this.#ends(a));
    return ends;
  }

  /** Leaves the activation with a value. */
  leave(node: Node, value: Expr | null, at: SourceLocation, source: Operation | null): void {
    const { activation, flags } = node;
    const { parent, call, result } = activation;
    if (parent === null || call === null) {
      if (activation.thread === 0) this.nodes.end(node, value, at, source, 'all');
      else this.end(node, value, at, source);
      return;
    }
    const operations: Operation[] = [];
    let after: Operation | null = null;
    const target = call.op.kind === 'call' ? call.op.result : null;
    if (target !== null && value !== null) {
      const place = this.copies.place(parent, target);
      // A target that is a local variable takes the value directly.
      if (place.kind === 'variable' && place.variable.storage === 'automatic') {
        operations.push({ kind: 'assign', target: place, value: this.copies.fitted(value, place.type) });
      } else if (result !== null) {
        const held = make.variablePlace(result);
        operations.push({ kind: 'assign', target: held, value: this.copies.fitted(value, held.type) });
        after = { kind: 'assign', target: place, value: this.copies.fitted(make.load(held), place.type) };
      }
    }
    operations.push(...this.#ends(activation), ...(after === null ? [] : [after]));
    const block = activation.atomic ? call !== null && this.#outer(activation) : flags.block;
    const to = this.nodes.node(parent, call.to, 0, { ...flags, block });
    node.steps.push({ to, at, source, what: { kind: 'operations', operations } });
  }

  /** Ends the thread with a value, after the destructors of its keys. */
  end(node: Node, value: Expr | null, at: SourceLocation, source: Operation | null): void {
    const { activation, flags } = node;
    const destructors = this.model.functions.get(DESTRUCTORS);
    if (destructors === undefined) {
      this.nodes.end(node, value, at, source, this.endsOfThread(activation));
      return;
    }
    const result = make.variablePlace(this.starts.threads[activation.thread].value);
    const operations: Operation[] =
      value === null || !isScalar(value.type)
        ? []
        : [{ kind: 'assign', target: result, value: this.copies.fitted(value, result.type) }];
    const ending = this.nodes.node(activation, BEFORE_KEYS, 0, flags);
    node.steps.push({ to: ending, at, source, what: { kind: 'operations', operations } });
    const op: Operation = {
      kind: 'call',
      callee: { kind: 'direct', function: destructors.id },
      arguments: [],
      result: null,
    };
    const { exit } = activation.fn;
    if (ending.steps.length === 0)
      this.enter(ending, { id: HIDDEN_CALL, from: exit, to: BEHIND_KEYS, op, at }, destructors, true, []);
  }

  /** Whether the call of an atomic function stands in an atomic block itself. */
  #outer(activation: Activation): boolean {
    return activation.parent?.children.get(`${activation.call!.id}:1:${activation.fn.id}`) === activation;
  }

  /** Enters a call of a function with a body. */
  enter(node: Node, edge: Edge, fn: AutomatonFunction, modelled: boolean, args: readonly Expr[]): void {
    const { activation, flags } = node;
    for (let a: Activation | null = activation; a !== null; a = a.parent) {
      if (a.fn !== fn) continue;
      this.nodes.gap(node, `recursion of ${fn.name} in a program with threads`, edge.at, null);
      return;
    }
    if (fn.type.variadic || args.length < fn.parameters.length) {
      this.nodes.gap(
        node,
        `call of ${fn.name} with other arguments than parameters in a program with threads`,
        edge.at,
        null,
      );
      return;
    }
    const atomic = isAtomicFunction(fn.name);
    const key = `${edge.id}:${flags.block ? 1 : 0}:${fn.id}`;
    let child = activation.children.get(key);
    const fixed = fixedParameters(fn);
    const constants = fn.parameters.map(({ id }, i) => fixed.has(id) && isConstant(args[i]));
    if (child === undefined) {
      const { result } = fn.type;
      child = {
        fn,
        modelled,
        thread: activation.thread,
        parent: activation,
        call: edge,
        atomic,
        variables: new Map(),
        constants: new Map(),
        result:
          result.kind === 'void' ? null : this.copies.variable(`$result`, valueType(result), edge.at, 'automatic'),
        children: new Map(),
        rewritten: new Map(),
        repeated: this.repetition.isRepeated(activation, edge.from),
      };
      if (child.result !== null) this.copies.locals.push(child.result);
      activation.children.set(key, child);
      for (const [i, parameter] of fn.parameters.entries())
        if (constants[i])
          child.constants.set(this.copies.renamed(child, parameter).id, this.copies.fitted(args[i], parameter.type));
    }
    const entered = child;
    const operations = this.#mortals(child).flatMap((variable): Operation[] =>
      isVariableLength(variable.type) ? [] : [{ kind: 'declare', variable: this.copies.renamed(entered, variable) }],
    );
    for (const [i, parameter] of fn.parameters.entries()) {
      if (constants[i]) continue;
      const target = make.variablePlace(this.copies.renamed(child, parameter));
      operations.push({ kind: 'assign', target, value: this.copies.fitted(args[i], target.type) });
    }
    const to = this.nodes.node(child, fn.entry, 0, atomic ? { ...flags, block: true } : flags);
    const source = edge.id === HIDDEN_CALL ? null : callOf(edge);
    node.steps.push({ to, at: edge.at, source, what: { kind: 'operations', operations } });
  }
}
