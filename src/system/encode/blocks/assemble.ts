import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { externalIn } from '../../../program/cfa/externals.ts';
import type { LinkedLoop } from '../../../program/cfa/linked.ts';
import { withDoubts } from '../../transys/doubts.ts';
import type { ProgramPlaces } from '../../transys/program-places.ts';
import type { Block, Doubt, Gap, InputVar, StateVar, TransitionSystem } from '../../transys/system.ts';
import type { Encoding } from '../machine/encoding.ts';
import type { BlockRecord, FreshInput } from '../machine/inputs.ts';
import type { BlockResult } from './block.ts';
import { type BlockEnds, findRelevant, type Relevance } from './liveness.ts';
import { measuresOf } from './measures.ts';
import type { PathNode } from './paths.ts';
import { programPlaces } from './program-places.ts';

/** The system, and the places where runs of the program meet it. */
export interface Assembled {
  readonly system: TransitionSystem;
  readonly places: ProgramPlaces;
}

/**
 * Combines the blocks into a system: numbers them, keeps the cells and inputs that matter, and merges
 * each block's exits into one next state.
 */
export function assemble(encoding: Encoding, results: ReadonlyMap<number, BlockResult>): Assembled {
  return new Assembler(encoding, results).run();
}

interface JoinedExits {
  readonly feasible: Term;
  /** Next values in the order of the state variables; pc comes first if there is one. */
  readonly next: readonly Term[];
}

class Assembler {
  readonly #numbers = new Map<number, number>();
  readonly #pcWidth: number;
  readonly #hasPc: boolean;
  readonly #loops = new Map<number, LinkedLoop>();

  constructor(
    private readonly encoding: Encoding,
    private readonly results: ReadonlyMap<number, BlockResult>,
  ) {
    const cuts = [...results.keys()].sort((a, b) => a - b);
    cuts.forEach((cut, i) => {
      this.#numbers.set(cut, i);
    });
    this.#hasPc = cuts.length > 1;
    this.#pcWidth = Math.max(1, Math.ceil(Math.log2(cuts.length)));
    // The keyword of a loop says more than a label there.
    for (const loop of encoding.plan.linked.loops) {
      const known = this.#loops.get(loop.location);
      if (known === undefined || (known.mark.kind === 'label' && loop.mark.kind === 'loop'))
        this.#loops.set(loop.location, loop);
    }
  }

  run(): Assembled {
    const { encoding, results } = this;
    const { terms } = encoding;
    const ends = new Map<number, BlockEnds>();
    for (const [cut, result] of results) ends.set(cut, { result, roots: this.#rootsOf(result) });
    const relevance = findRelevant(encoding, ends);
    const cells = new Set<number>();
    for (const [cut, live] of relevance.live) if (cut !== 0) for (const cell of live) cells.add(cell);
    const ordered = [...cells].sort((a, b) => a - b);
    const stateVars: StateVar[] = ordered.map((cell) => {
      const term = encoding.cellVariable(cell);
      const { role } = encoding.objects.kindOf(cell);
      // The cell of an object is followed by that of the offset.
      const half = role === 'value' ? null : { of: role, pointer: role === 'object' ? cell : cell - 1 };
      return {
        term,
        name: terms.name(term),
        origin: encoding.names.origin(cell),
        ...(half === null ? {} : { half }),
      };
    });
    if (this.#hasPc) {
      const pc = terms.variable('pc', { kind: 'bv', width: this.#pcWidth });
      stateVars.unshift({ term: pc, name: 'pc', origin: null });
    }
    const inputs: InputVar[] = [];
    const blocks = [...results]
      .sort(([a], [b]) => a - b)
      .map(([cut, result]) => this.#block(cut, result, ordered, relevance, inputs));
    const system: TransitionSystem = {
      terms,
      stateVars,
      inputs,
      pc: this.#hasPc ? 0 : null,
      blocks,
      init: stateVars.map(({ term }) => encoding.zero(terms.sort(term))),
      initConstraint: terms.true,
      doubts: [],
      gaps: blocks.flatMap((block, i) => this.#gapsOf(i, block)),
      facts: [],
      measures: measuresOf(encoding, ordered),
    };
    const places = programPlaces(encoding, {
      cuts: [...this.#numbers.keys()],
      cells: this.#hasPc ? [null, ...ordered] : ordered,
      live: relevance.live,
    });
    return { system: withDoubts(system, this.#doubts()), places };
  }

  /** Terms that decide where a step leads, and which checks fail in it. */
  #rootsOf(result: BlockResult): Term[] {
    const { bad, checks, record } = result;
    const { feasible, next } = this.#joinExits(result, [], new Map());
    const roots = [feasible, bad, ...(checks?.values() ?? []), ...record.gaps.map((gap) => gap.condition), ...next];
    return [...roots, ...this.#definitionsOf(roots, record)];
  }

  #joinExits(
    result: BlockResult,
    cells: readonly number[],
    live: ReadonlyMap<number, ReadonlySet<number>>,
  ): JoinedExits {
    const { encoding } = this;
    const { terms } = encoding;
    const { machine } = result;
    const arrivals: { node: PathNode; item: Term[] }[] = [];
    for (const [cut, exit] of result.exits) {
      machine.state = exit.item;
      const here = live.get(cut);
      const item = cells.map((cell) =>
        here?.has(cell) ? machine.read(cell) : encoding.zero(encoding.objects.kindOf(cell).sort),
      );
      if (this.#hasPc) item.unshift(terms.bv(this.#pcWidth, this.#numbers.get(cut)!));
      arrivals.push({ node: exit.node, item });
    }
    if (arrivals.length === 0) {
      const none = cells.map((cell) => encoding.zero(encoding.objects.kindOf(cell).sort));
      return { feasible: terms.false, next: this.#hasPc ? [terms.bv(this.#pcWidth, 0), ...none] : none };
    }
    const joined = result.paths.join(arrivals, (condition, a, b) =>
      a.map((value, i) => terms.ite(condition, value, b[i])),
    );
    return { feasible: joined.node.guard, next: joined.item };
  }

  #block(cut: number, result: BlockResult, cells: readonly number[], relevance: Relevance, inputs: InputVar[]): Block {
    const { encoding } = this;
    const { terms } = encoding;
    const { linked } = encoding.plan;
    const id = this.#numbers.get(cut)!;
    const { feasible, next } = this.#joinExits(result, cells, relevance.live);
    const { record } = result;
    const gap = terms.orAll(record.gaps.map(({ condition }) => condition));
    const first = inputs.length;
    for (const input of this.#inputsOf(cut, result, relevance)) inputs.push(input);
    const loop = cut === 0 ? undefined : this.#loops.get(encoding.plan.cuts.locations[cut]);
    const at = loop?.mark.at ?? (cut === 0 ? (linked.contexts[0]?.function.at ?? null) : this.#placeOf(cut));
    const isSource = loop !== undefined && loop.mark.kind !== 'threads';
    const what = loop === undefined ? 'join' : loop.mark.kind === 'label' ? `label ${loop.mark.name}` : loop.mark.name;
    return {
      id,
      name: cut === 0 ? 'entry' : at === null ? `${what} ${id}` : `${what} at ${at.line}:${at.column}`,
      at,
      ...(!isSource
        ? {}
        : { scope: { function: linked.contexts[loop.context].function.name, moment: loop.mark.moment } }),
      feasible: this.#defined(feasible, record),
      bad: this.#defined(result.bad, record),
      bads: [...(result.checks ?? [])].map(([name, term]) => ({ name, term: this.#defined(term, record) })),
      gap: this.#defined(gap, record),
      doubtful: terms.false,
      next,
      successors: [...result.exits.keys()].map((target) => this.#numbers.get(target)!).sort((a, b) => a - b),
      inputs: inputs.slice(first).map((_, i) => first + i),
    };
  }

  /** The definitions of the inputs that the terms name, and that definitions name. */
  #definitionsOf(roots: readonly Term[], { definitions }: BlockRecord): readonly Term[] {
    const { terms } = this.encoding;
    const found: Term[] = [];
    if (definitions.size === 0) return found;
    const open = [...roots];
    const known = new Set<Term>();
    for (let root = open.pop(); root !== undefined; root = open.pop()) {
      for (const variable of freeVariables(terms, [root])) {
        const value = definitions.get(variable);
        if (value === undefined || known.has(variable)) continue;
        known.add(variable);
        found.push(terms.eq(variable, value));
        open.push(value);
      }
    }
    return found;
  }

  /** The condition together with the definitions of its inputs. Rewriting must not look through them. */
  #defined(condition: Term, record: BlockRecord): Term {
    const { terms } = this.encoding;
    return this.#definitionsOf([condition], record).reduce((all, one) => terms.make(Op.AND, 0, all, one), condition);
  }

  #placeOf(cut: number): Block['at'] {
    const { linked, cuts } = this.encoding.plan;
    const [edge] = linked.outgoing[cuts.locations[cut]];
    return edge === undefined ? null : linked.edges[edge].edge.at;
  }

  #inputsOf(cut: number, result: BlockResult, relevance: Relevance): InputVar[] {
    const { encoding } = this;
    const used: FreshInput[] = [];
    for (const term of relevance.inputs.get(cut) ?? []) {
      const input = result.record.inputs.get(term) ?? encoding.globalInputs.get(term);
      if (input !== undefined) used.push(input);
    }
    used.sort((a, b) => a.origin.order - b.origin.order || a.term - b.term);
    return used.map(({ term, origin }, i) => ({
      term,
      name: encoding.terms.name(term),
      phase: 'step',
      origin: { ...origin, block: this.#numbers.get(cut)!, order: i },
    }));
  }

  #doubts(): Doubt[] {
    const { terms, globalInputs } = this.encoding;
    const found: Doubt[] = [];
    // These inputs are made at the start. The places of their uses are unknown.
    const entry = this.#numbers.get(0)!;
    for (const { term, origin } of globalInputs.values()) {
      if (origin.kind !== 'approximation') continue;
      found.push({
        construct: origin.name,
        at: origin.at,
        block: entry,
        condition: terms.false,
        input: term,
        hasCondition: false,
      });
    }
    for (const [cut, { record }] of this.results) {
      const block = this.#numbers.get(cut)!;
      for (const [input, gap] of record.approximations) {
        found.push({ ...gap, block, input, hasCondition: !record.withoutCondition.has(input) });
      }
      for (const gap of record.undefined) found.push({ ...gap, block, input: null, hasCondition: true });
    }
    // A run reports its first doubt as the reason. Effects of external functions come first, because the
    // user can decide them.
    const external = found.map((doubt) => externalIn(doubt.construct) !== null);
    return [...found.filter((_, i) => external[i]), ...found.filter((_, i) => !external[i])];
  }

  #gapsOf(index: number, block: Block): Gap[] {
    const cut = [...this.#numbers].find(([, number]) => number === index)?.[0];
    if (cut === undefined) return [];
    const { gaps } = this.results.get(cut)!.record;
    return gaps
      .filter((gap) => gap.condition !== this.encoding.terms.false)
      .map((gap) => ({ ...gap, block: block.id }));
  }
}
