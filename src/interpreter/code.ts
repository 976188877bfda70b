import type { Layout } from '../c/types/layout.ts';
import type { CType } from '../c/types/types.ts';
import type { AutomatonFunction, Program } from '../program/cfa/automaton.ts';
import type { FunctionCode } from './activation.ts';
import { unsupported } from './outcome.ts';
import { asksAboutBlocks, type Declarations, declarationsOf, type FrameLayout, frameLayout } from './variables.ts';

/** A function that is ready to run. Each step is compiled when it is first reached. */
export interface CompiledFunction extends FunctionCode {
  readonly frame: FrameLayout;
  /** Types of parameters and locals, by variable id. */
  readonly types: ReadonlyMap<number, CType>;
  readonly declarations: Declarations;
}

/** The functions that a run has called so far. */
export class CodeCache {
  readonly #codes: (CompiledFunction | undefined)[] = [];

  readonly #isAsked: boolean;

  constructor(
    private readonly program: Program,
    private readonly layout: Layout,
  ) {
    this.#isAsked = asksAboutBlocks(program);
  }

  /** @throws {Halt} for functions with variables of types that are not modelled */
  of(fn: AutomatonFunction): CompiledFunction {
    let code = this.#codes[fn.id];
    if (code === undefined) {
      if (!fn.defined) unsupported(`a call of ${fn.name}, which has no body`);
      const frame = frameLayout(fn, this.layout, this.program);
      code = {
        function: fn,
        steps: new Array(fn.locationCount).fill(undefined),
        slotCount: frame.slotCount,
        memorySize: frame.memorySize,
        memoryAlignment: frame.memoryAlignment,
        template: frame.template,
        frame,
        types: new Map([...fn.parameters, ...fn.locals].map(({ id, type }) => [id, type])),
        declarations: declarationsOf(fn, frame.slots, this.#isAsked),
      };
      this.#codes[fn.id] = code;
    }
    return code;
  }
}
