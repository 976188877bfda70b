import type { Edge } from '../../program/cfa/automaton.ts';
import type { Frame, Step } from '../activation.ts';
import { Halt } from '../outcome.ts';
import { CodeWriter, NotCompilable } from './code-writer.ts';
import { exprCode, testCode } from './expressions.ts';
import type { Graph, Node } from './graph.ts';
import { type Leaf, type Link, Linker, type Site } from './linker.ts';
import { OperationCode, type StepOf, switchCode } from './operation-code.ts';
import { type Jumps, structuredCode } from './structured.ts';

/** A loop as one JavaScript function. */
export interface LoopCode {
  /**
   * Runs from the loop's head on for at most `fuel` steps, which must be more than
   * {@link LoopCode.longest}. Returns the location at which to continue, or SWITCH if another activation
   * is running now. `link.left` is the number of steps not made.
   */
  readonly run: (frame: Frame, fuel: number) => number;
  /** Largest number of steps from one head of a loop to the next. */
  readonly longest: number;
}

/**
 * Generates the code of the loop, ready to run. Null if some part of it has no code. @throws
 * {SyntaxError} if the generated code is wrong
 */
export function loopCode(graph: Graph, link: Link, plain: Step, stepOf: StepOf): LoopCode | null {
  return new LoopWriter(graph, link, plain, stepOf).write();
}

/** The code of a node. */
type Code =
  | { readonly kind: 'leave' }
  | { readonly kind: 'straight'; readonly edge: Edge; readonly code: string }
  /**
   * `ways`: writes the branches around the code that leads to the successors, and the exit where no
   * branch applies.
   */
  | { readonly kind: 'ways'; readonly edge: Edge; readonly ways: (to: readonly string[], otherwise: string) => string };

class LoopWriter {
  readonly #writer = new CodeWriter(exprCode);
  readonly #sites: Site[] = [];
  readonly #leaves: Leaf[] = [];
  readonly #operations: OperationCode;
  /** Number of steps since `n` was last updated. */
  #pending = 0;

  constructor(
    private readonly graph: Graph,
    private readonly link: Link,
    private readonly plain: Step,
    stepOf: StepOf,
  ) {
    this.#operations = new OperationCode(this.#writer, stepOf);
  }

  write(): LoopCode | null {
    const { nodes } = this.graph;
    const longest = nodes.length + 1;
    const successors = nodes.map((node) => node.successors);
    const body = structuredCode(successors, 0, {
      head: (id) => `if (n < ${longest}) { ${this.#leave(nodes[id])} }`,
      node: (id, jumps) => this.#node(nodes[id], jumps),
    });
    if (body === null) return null;
    return {
      run: new Linker(this.graph, this.#writer, this.link).run(body, this.#sites, this.#leaves, this.plain),
      longest,
    };
  }

  /** Writes a node and the code that follows it. */
  #node(node: Node, jumps: Jumps): string {
    this.#writer.mayThrow = false;
    const code = this.#code(node);
    const { mayThrow } = this.#writer;
    switch (code.kind) {
      case 'leave':
        return this.#flush() + this.#leave(node);
      case 'straight': {
        this.#pending++;
        const own = (mayThrow ? this.#site(code.edge) : '') + code.code;
        return `${own}\n${this.#jump(node.successors[0], jumps)}`;
      }
      case 'ways': {
        this.#pending++;
        const site = mayThrow ? this.#site(code.edge) : '';
        const pending = this.#pending;
        const ways = node.successors.map((next) => {
          this.#pending = pending;
          return this.#jump(next, jumps);
        });
        this.#pending = pending;
        return site + code.ways(ways, this.#otherwise(node));
      }
    }
  }

  #jump(next: number, jumps: Jumps): string {
    return jumps.isNext(next) ? jumps.to(next) : this.#flush() + jumps.to(next);
  }

  /** Leaves the loop before a node whose step was already counted. */
  #otherwise(node: Node): string {
    this.#pending--;
    return this.#flush() + this.#leave(node);
  }

  /**
   * Returns the code of a node. If there is none, also because a construct is not modelled, the loop is
   * left before the node.
   */
  #code(node: Node): Code {
    const { action, scope } = node;
    try {
      switch (action.kind) {
        case 'leave':
          return { kind: 'leave' };
        case 'branch': {
          const test = testCode(this.#writer, scope, action.condition);
          return { kind: 'ways', edge: action.edge, ways: ([yes, no]) => `if (${test}) { ${yes} } else { ${no} }` };
        }
        case 'switch':
          return { kind: 'ways', edge: action.edges[0], ways: switchCode(this.#writer, scope, action.edges) };
        case 'operation':
          return { kind: 'straight', edge: action.edge, code: this.#operations.of(scope, action.edge, node.location) };
        case 'enter':
          return {
            kind: 'straight',
            edge: action.edge,
            code: this.#operations.arguments(scope, action.scope, action.arguments),
          };
        case 'return': {
          const { caller } = action;
          return {
            kind: 'straight',
            edge: action.edge ?? caller.edge,
            code: this.#operations.result(scope, action.edge, caller),
          };
        }
      }
    } catch (error) {
      if (error instanceof NotCompilable || error instanceof Halt) return { kind: 'leave' };
      throw error;
    }
  }

  #flush(): string {
    const steps = this.#pending;
    this.#pending = 0;
    return steps === 0 ? '' : `n -= ${steps}; `;
  }

  #site(edge: Edge): string {
    this.#sites.push({ edge, steps: this.#pending });
    return `at = ${this.#sites.length - 1}; `;
  }

  /**
   * Leaves the loop: the running activation continues at its location. Activations of inlined calls are
   * made first.
   */
  #leave({ scope, location }: Node): string {
    if (scope.caller === null) return `x = ${location}; break X;`;
    let index = this.#leaves.findIndex((leaf) => leaf.scope === scope && leaf.location === location);
    if (index < 0) index = this.#leaves.push({ scope, location }) - 1;
    return `x = ${-1 - index}; break X;`;
  }
}
