/**
 * Bounds of the values of terms, by their places on a tape. Each kind of sort reads the same four
 * bounds in its own way:
 * - Boolean: `low` is 1 if it must hold, `high` 0 if it cannot;
 * - bit-vector: unsigned values lie in [low, high], signed ones in [least, most]; beyond 2^53 bounds
 *   are rounded outwards;
 * - float: a value that is not a NaN lies in [low, high], where both zeros are 0; `nan`: it may be a
 *   NaN. If it cannot be a number, low > high. Arrays have no bounds.
 */
export class Domain {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly nan: Uint8Array;

  constructor(size: number) {
    this.low = new Float64Array(size);
    this.high = new Float64Array(size);
    this.least = new Float64Array(size);
    this.most = new Float64Array(size);
    this.nan = new Uint8Array(size);
  }

  copyFrom(other: Domain): void {
    this.low.set(other.low);
    this.high.set(other.high);
    this.least.set(other.least);
    this.most.set(other.most);
    this.nan.set(other.nan);
  }

  copyAt(i: number, { low, high, least, most, nan }: Domain): void {
    this.low[i] = low[i];
    this.high[i] = high[i];
    this.least[i] = least[i];
    this.most[i] = most[i];
    this.nan[i] = nan[i];
  }

  isTrue(i: number): boolean {
    return this.low[i] === 1;
  }

  isFalse(i: number): boolean {
    return this.high[i] === 0;
  }

  setBool(i: number, low: boolean, high: boolean): void {
    this.low[i] = low ? 1 : 0;
    this.high[i] = high ? 1 : 0;
  }

  setFloat(i: number, low: number, high: number, nan: boolean): void {
    this.low[i] = low;
    this.high[i] = high;
    this.nan[i] = nan ? 1 : 0;
  }

  /** Any value of a bit-vector of that width. */
  setAny(i: number, width: number): void {
    const size = 2 ** width;
    this.low[i] = 0;
    this.high[i] = width <= 53 ? size - 1 : size;
    this.least[i] = -size / 2;
    this.most[i] = width <= 53 ? size / 2 - 1 : size / 2;
  }

  /** Unsigned bounds, from which signed ones follow. */
  setUnsigned(i: number, width: number, low: number, high: number): void {
    this.setAny(i, width);
    this.low[i] = Math.max(low, 0);
    this.high[i] = Math.min(high, this.high[i]);
    this.reconcile(i, width);
  }

  setSigned(i: number, width: number, least: number, most: number): void {
    this.setAny(i, width);
    this.least[i] = Math.max(least, this.least[i]);
    this.most[i] = Math.min(most, this.most[i]);
    this.reconcile(i, width);
  }

  /** Narrows the bounds of each reading by the other. */
  reconcile(i: number, width: number): void {
    const { low, high, least, most } = this;
    const size = 2 ** width;
    const half = size / 2;
    if (high[i] < half) {
      least[i] = Math.max(least[i], low[i]);
      most[i] = Math.min(most[i], high[i]);
    } else if (low[i] >= half && width <= 53) {
      least[i] = Math.max(least[i], low[i] - size);
      most[i] = Math.min(most[i], high[i] - size);
    }
    if (least[i] >= 0) {
      low[i] = Math.max(low[i], least[i]);
      high[i] = Math.min(high[i], most[i]);
    } else if (most[i] < 0 && width <= 53) {
      low[i] = Math.max(low[i], least[i] + size);
      high[i] = Math.min(high[i], most[i] + size);
    }
  }

  /** No value is left; for all kinds of sort but arrays. */
  isEmpty(i: number): boolean {
    return this.nan[i] === 0 && (this.low[i] > this.high[i] || this.least[i] > this.most[i]);
  }
}
