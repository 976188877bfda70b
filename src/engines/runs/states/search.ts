import { comparisonsWithConstants } from '../../../system/analysis/classes.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { Added, BlockStates, type Column, classOf } from './block-states.ts';
import { greatestOf, leastOf } from './ranges.ts';
import type { Steps, StepVisitor } from './steps.ts';
import { NumberList } from './table.ts';
import type { Stop } from './trace.ts';

/** Steps between two checks whether to stop. */
const SLICE = 256;

/** In place of the number of the state before: no run is known that leads to a state. */
const UNREACHED = -2;

/** How a search ended. `imprecise`: states within bounds may fail, though no run is known to. */
type SearchEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'bad'; readonly path: readonly Stop[] }
  | { readonly kind: 'gap' }
  | { readonly kind: 'imprecise' }
  /** `isOfRound`: the limit is that of one search. */
  | { readonly kind: 'full'; readonly why: string; readonly isOfRound: boolean }
  | { readonly kind: 'stopped' }
  /** More variables have ranges than were expected. */
  | { readonly kind: 'more data' };

const TOO_MANY_STEPS: SearchEnd = { kind: 'full', why: 'too many steps from one of them', isOfRound: false };

interface SearchLimits {
  /** Most states of a region that are stored one by one. */
  readonly patience: number;
  readonly bytes: number;
  /** Most terms that are visited. */
  readonly work: number;
  readonly stopped: () => boolean;
}

export class StateSearch implements StepVisitor {
  readonly blocks: readonly BlockStates[];
  /** Blocks and points by the order in which they were found. */
  readonly #block = new NumberList();
  readonly #point = new NumberList();
  readonly #parent = new NumberList();
  readonly #waiting: { readonly block: number; readonly region: number }[] = [];
  readonly #isWaiting = new Set<number>();
  #current = -1;
  /** Whether a run leads to the states at hand. */
  #isReached = true;
  #end: SearchEnd | null = null;
  /** Whether a step led to states with a range. */
  #hasRanges = false;
  #count = 0;
  readonly #mostWork: number;

  constructor(
    system: TransitionSystem,
    private readonly steps: Steps,
    private readonly data: Set<number>,
    private readonly limits: SearchLimits,
  ) {
    this.#mostWork = steps.work + limits.work;
    const { terms, stateVars } = system;
    const compared = comparisonsWithConstants(system);
    const columns = stateVars.map(({ term }, slot): Column | null => {
      const sort = terms.sort(term);
      const width = sort.kind === 'bool' ? 0 : sort.kind === 'bv' ? sort.width : 64;
      if (width > 32) return null;
      const bounds = { slot, least: leastOf(width), greatest: greatestOf(width) };
      if (!data.has(slot)) return { ...bounds, cuts: null };
      const of = compared.get(term);
      const cuts = new Set<number>();
      for (const c of of?.equal ?? []) {
        const value = Number(BigInt.asIntN(width, c));
        cuts.add(value).add(value + 1);
      }
      for (const c of of?.signedCuts ?? []) cuts.add(Number(c));
      for (const c of of?.cuts ?? []) cuts.add(Number(BigInt.asIntN(width, c))).add(0);
      const inside = [...cuts].filter((c) => c > bounds.least && c <= bounds.greatest);
      return { ...bounds, cuts: inside.sort((a, b) => a - b) };
    });
    this.blocks = steps.reads.map(
      (reads) =>
        new BlockStates(
          reads.flatMap((slot) => columns[slot] ?? []),
          limits.patience,
        ),
    );
  }

  get states(): number {
    return this.#block.size;
  }

  get summary(): string {
    const regions = this.blocks.reduce((sum, block) => sum + block.regions.size, 0);
    return `${this.states} states in ${regions} regions, ${Math.ceil(this.bytes / 2 ** 20)} MB`;
  }

  get bytes(): number {
    return this.blocks.reduce((sum, { bytes }) => sum + bytes, 0) + 3 * this.#block.bytes;
  }

  run(): SearchEnd {
    const { steps } = this;
    if (!steps.from(0, this)) return TOO_MANY_STEPS;
    for (let at = 0; this.#end === null; ) {
      this.#count += 1;
      if (this.#count % SLICE === 0) {
        if (this.limits.stopped()) return { kind: 'stopped' };
        if (this.bytes > this.limits.bytes) return { kind: 'full', why: 'too much memory', isOfRound: false };
        if (steps.work > this.#mostWork) return { kind: 'full', why: 'too many steps', isOfRound: true };
      }
      const region = this.#waiting.pop();
      if (region !== undefined) {
        this.#isWaiting.delete(region.block * 2 ** 32 + region.region);
        this.#isReached = false;
        this.blocks[region.block].readRegion(region.region, steps.low, steps.high);
        if (!steps.from(region.block, this)) return TOO_MANY_STEPS;
        continue;
      }
      if (at >= this.#block.size) return { kind: 'complete' };
      const block = this.#block.at(at);
      const point = this.#point.at(at);
      const states = this.blocks[block];
      this.#current = at;
      at += 1;
      const of = states.regionOf(point);
      if (of >= 0 && states.isBounded(of)) continue;
      this.#isReached = this.#parent.at(this.#current) !== UNREACHED;
      states.readPoint(point, steps.low, steps.high);
      if (!steps.from(block, this)) return TOO_MANY_STEPS;
    }
    return this.#end;
  }

  fails(kind: 'bad' | 'gap', isCertain: boolean): void {
    if (!this.#isReached || !isCertain) this.#end ??= { kind: 'imprecise' };
    else this.#end ??= kind === 'gap' ? { kind } : { kind, path: this.#path() };
  }

  /** Whether bounds stand for states, so that more patience would make a difference. */
  get hasAbstracted(): boolean {
    return this.#hasRanges || this.blocks.some(({ isWidened }) => isWidened);
  }

  /** The states from the start to the one at hand. */
  #path(): readonly Stop[] {
    const path: Stop[] = [];
    for (let at = this.#current; at >= 0; at = this.#parent.at(at))
      path.push({ block: this.#block.at(at), point: this.#point.at(at) });
    path.push(null);
    return path.reverse();
  }

  goesOn(to: number, isCertain: boolean): void {
    const { nextLow, nextHigh } = this.steps;
    const { columns } = this.blocks[to];
    let isPoint = true;
    for (const { slot, cuts } of columns) {
      if (nextLow[slot] === nextHigh[slot]) continue;
      isPoint = false;
      if (cuts === null) {
        this.data.add(slot);
        this.#end = { kind: 'more data' };
        return;
      }
    }
    if (!isPoint) this.#hasRanges = true;
    if (isPoint) this.#added(to, this.blocks[to].addPoint(nextLow), this.#isReached && isCertain);
    else this.#parts(to, 0);
  }

  /** Takes in the states within the next bounds, class by class. */
  #parts(to: number, from: number): void {
    const { nextLow, nextHigh } = this.steps;
    const states = this.blocks[to];
    for (let i = from; i < states.columns.length; i++) {
      const { slot, cuts } = states.columns[i];
      const [low, high] = [nextLow[slot], nextHigh[slot]];
      if (cuts === null || low === high) continue;
      const [first, last] = [classOf(cuts, low), classOf(cuts, high)];
      if (first === last) continue;
      for (let index = first; index <= last; index++) {
        if (index > first) nextLow[slot] = cuts[index - 1];
        nextHigh[slot] = index < last ? cuts[index] - 1 : high;
        this.#parts(to, i + 1);
      }
      nextLow[slot] = low;
      nextHigh[slot] = high;
      return;
    }
    this.#added(to, states.addBox(nextLow, nextHigh), false);
  }

  #added(to: number, added: Added, isReached: boolean): void {
    const states = this.blocks[to];
    if (added === Added.POINT) {
      this.#block.push(to);
      this.#point.push(states.point);
      this.#parent.push(isReached ? this.#current : UNREACHED);
    } else if (added === Added.REGION) {
      const key = to * 2 ** 32 + states.region;
      if (this.#isWaiting.has(key)) return;
      this.#isWaiting.add(key);
      this.#waiting.push({ block: to, region: states.region });
    }
  }
}
