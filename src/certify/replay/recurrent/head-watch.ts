import type { Moment, Watch } from '../../../interpreter/index.ts';
import type { ProgramPoint } from './defined.ts';

/** Ends a run after a number of arrivals at one location. */
export class HeadWatch implements Watch {
  readonly locations: ReadonlyMap<number, ReadonlySet<number>>;
  #arrivals = 0;

  /** `begun` is called at the first arrival. */
  constructor(
    { function: id, location }: ProgramPoint,
    private readonly most: number,
    private readonly begun: () => void = () => {},
  ) {
    this.locations = new Map([[id, new Set([location])]]);
  }

  arrived(_: Moment): boolean {
    if (this.#arrivals++ === 0) this.begun();
    return this.#arrivals < this.most;
  }
}
