/** Weight of a new LBD in the short and in the long average. */
const SHORT = 0.03;
const LONG = 1e-5;
/** A restart is due when recent clauses are worse than usual by this factor. */
const MARGIN = 1.1;
const LEAST_INTERVAL = 2;
/** Conflicts of the unit of the Luby sequence. */
const LUBY_UNIT = 1024;
/** Conflicts of the first mode; later modes last as many propagations, growing with the square of their number. */
const FIRST_MODE = 1000;

/**
 * When to restart. Two modes take turns (Oh 2015): the focused one restarts often, whenever the LBD of recent clauses is above its
 * long average (Audemard, Simon 2012; exponential averages as in Biere, Froehlich 2015), the stable one rarely, by the Luby sequence (Luby, Sinclair, Zuckerman 1993).
 */
export class Restarts {
  isStable = false;
  private readonly short = new Average(SHORT);
  private readonly long = new Average(LONG);
  private conflicts = 0;
  private lastRestart = 0;
  /** Knuth's form of the Luby sequence: v of the present pair (u, v) is its present value. */
  private lubyU = 1;
  private lubyV = 1;
  private modes = 0;
  private modeLength = 0;
  private modeEnd = 0;

  conflict(lbd: number): void {
    this.conflicts++;
    if (this.isStable) return;
    this.short.add(lbd);
    this.long.add(lbd);
  }

  isDue(): boolean {
    const since = this.conflicts - this.lastRestart;
    if (this.isStable) return since >= LUBY_UNIT * this.lubyV;
    return since >= LEAST_INTERVAL && this.short.value > MARGIN * this.long.value;
  }

  restarted(): void {
    this.lastRestart = this.conflicts;
    if (!this.isStable) return;
    if ((this.lubyU & -this.lubyU) === this.lubyV) {
      this.lubyU++;
      this.lubyV = 1;
    } else this.lubyV *= 2;
  }

  /** Whether the mode changed; to be asked at restarts. `propagations`: since the solver was made. */
  changeMode(propagations: number): boolean {
    if (this.modes === 0 ? this.conflicts < FIRST_MODE : propagations < this.modeEnd) return false;
    if (this.modes === 0) this.modeLength = propagations;
    this.modes++;
    const turn = (this.modes + 1) >> 1;
    this.modeEnd = propagations + this.modeLength * turn * turn;
    this.isStable = !this.isStable;
    this.lastRestart = this.conflicts;
    this.lubyU = 1;
    this.lubyV = 1;
    return true;
  }
}

/** An exponential moving average without the bias of its start (Kingma, Ba 2015). */
class Average {
  private biased = 0;
  private weight = 1;

  constructor(private readonly alpha: number) {}

  add(value: number): void {
    this.biased += this.alpha * (value - this.biased);
    this.weight *= 1 - this.alpha;
  }

  get value(): number {
    return this.weight < 1 ? this.biased / (1 - this.weight) : 0;
  }
}
