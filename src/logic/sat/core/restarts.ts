/**
 * When to restart. Two modes take turns (Oh 2015).
 * The focused one restarts often: whenever the LBD of recent clauses is above its long average
 * (Audemard, Simon 2012; exponential averages as in Biere, Froehlich 2015).
 * The stable one restarts rarely, by the Luby sequence (Luby, Sinclair, Zuckerman 1993).
 */

/** Weight of a new LBD in the short and in the long average. */
const SHORT: f64 = 0.03;
const LONG: f64 = 1e-5;
/** A restart is due when recent clauses are worse than usual by this factor. */
const MARGIN: f64 = 1.1;
const LEAST_INTERVAL: f64 = 2;
/** Conflicts of the unit of the Luby sequence. */
const LUBY_UNIT: f64 = 256;
/**
 * Conflicts in the first mode; later modes last as many propagations, growing with the square of their
 * number.
 */
const FIRST_MODE: f64 = 1000;

/** An exponential moving average without the bias of its start (Kingma, Ba 2015). */
@unmanaged
class Average {
  private biased: f64 = 0;
  private weight: f64 = 1;

  add(value: f64, alpha: f64): void {
    this.biased += alpha * (value - this.biased);
    this.weight *= 1 - alpha;
  }

  get value(): f64 {
    return this.weight < 1 ? this.biased / (1 - this.weight) : 0;
  }
}

export let isStable: bool = false;
const short = new Average();
const long = new Average();
let conflicts: f64 = 0;
let lastRestart: f64 = 0;
/** Knuth's form of the Luby sequence: v of the present pair (u, v) is its present value. */
let lubyU: i32 = 1;
let lubyV: i32 = 1;
let modes: i32 = 0;
let modeLength: f64 = 0;
let modeEnd: f64 = 0;

export function conflict(lbd: i32): void {
  conflicts++;
  if (isStable) return;
  short.add(lbd as f64, SHORT);
  long.add(lbd as f64, LONG);
}

export function isDue(): bool {
  const since = conflicts - lastRestart;
  if (isStable) return since >= LUBY_UNIT * (lubyV as f64);
  return since >= LEAST_INTERVAL && short.value > MARGIN * long.value;
}

export function restarted(): void {
  lastRestart = conflicts;
  if (!isStable) return;
  if ((lubyU & -lubyU) === lubyV) {
    lubyU++;
    lubyV = 1;
  } else lubyV *= 2;
}

/**
 * Changes the mode when it is due; the solver asks at restarts. `propagations`: count since the solver
 * was made.
 */
export function changeMode(propagations: f64): void {
  if (modes === 0 ? conflicts < FIRST_MODE : propagations < modeEnd) return;
  if (modes === 0) modeLength = propagations;
  modes++;
  const turn = ((modes + 1) >> 1) as f64;
  modeEnd = propagations + modeLength * turn * turn;
  isStable = !isStable;
  lastRestart = conflicts;
  lubyU = 1;
  lubyV = 1;
}
