import { NumberList, RowTable } from './table.ts';

/** A variable of the stored states of a block. */
export interface Column {
  /** Index of the state variable. */
  readonly slot: number;
  /** The first value of each class but the first; null: the variable always has a known value. */
  readonly cuts: readonly number[] | null;
  /** The least and the greatest value of its sort. */
  readonly least: number;
  readonly greatest: number;
}

/** How a set of states was taken in. */
export const Added = { KNOWN: 0, POINT: 1, REGION: 2 } as const;
export type Added = (typeof Added)[keyof typeof Added];

/** Growths of a region's bounds before a bound that still moves goes on to the next power of two in its class. */
const GROWTHS = 48;

/**
 * The states at one block. States with known values are stored one by one. States that differ only in
 * data, and whose data lies in the same classes, are a region. The bounds of a region with too many
 * states take their place.
 */
export class BlockStates {
  readonly points: RowTable;
  readonly regions: RowTable;
  /** Numbers of the point and of the region that were taken in last. */
  point = -1;
  region = -1;
  /** Whether the states of some region were too many. */
  isWidened = false;
  readonly #data: readonly number[];
  readonly #row: Int32Array;
  readonly #classes: Int32Array;
  readonly #counts = new NumberList();
  /** Number of growths of a region's bounds plus 1; 0: its points are stored. */
  readonly #growths = new NumberList();
  readonly #lows = new NumberList();
  readonly #highs = new NumberList();

  constructor(
    readonly columns: readonly Column[],
    private readonly patience: number,
  ) {
    this.points = new RowTable(columns.length);
    this.regions = new RowTable(columns.length);
    this.#row = new Int32Array(columns.length);
    this.#classes = new Int32Array(columns.length);
    this.#data = columns.flatMap(({ cuts }, i) => (cuts === null ? [] : [i]));
  }

  get bytes(): number {
    return [this.points, this.regions, this.#counts, this.#growths, this.#lows, this.#highs].reduce(
      (sum, { bytes }) => sum + bytes,
      0,
    );
  }

  /** Whether bounds stand for the states of a region. */
  isBounded(region: number): boolean {
    return this.#growths.at(region) > 0;
  }

  /** Writes the values of a point. */
  readPoint(point: number, low: Float64Array, high: Float64Array): void {
    this.columns.forEach(({ slot }, i) => {
      low[slot] = high[slot] = this.points.at(point, i);
    });
  }

  /** Writes the bounds of a region. */
  readRegion(region: number, low: Float64Array, high: Float64Array): void {
    let data = region * this.#data.length;
    this.columns.forEach(({ slot, cuts }, i) => {
      if (cuts === null) low[slot] = high[slot] = this.regions.at(region, i);
      else {
        low[slot] = this.#lows.at(data);
        high[slot] = this.#highs.at(data);
        data += 1;
      }
    });
  }

  /**
   * The least and the greatest value of each column, entry by entry: of regions with bounds, and of the points of
   * others.
   */
  entries(): Int32Array {
    const width = this.columns.length;
    const found = new Int32Array(2 * width * (this.points.size + this.regions.size));
    let at = 0;
    for (let point = 0; point < this.points.size; point++) {
      const region = this.regionOf(point);
      if (region >= 0 && this.isBounded(region)) continue;
      for (let i = 0; i < width; i++) found[at++] = found[at++] = this.points.at(point, i);
    }
    for (let region = 0; region < this.regions.size; region++) {
      if (!this.isBounded(region)) continue;
      let data = region * this.#data.length;
      this.columns.forEach(({ cuts }, i) => {
        found[at++] = cuts === null ? this.regions.at(region, i) : this.#lows.at(data);
        found[at++] = cuts === null ? this.regions.at(region, i) : this.#highs.at(data++);
      });
    }
    return found.subarray(0, at);
  }

  /** The region of a point; -1 where the block has no data. */
  regionOf(point: number): number {
    if (this.#data.length === 0) return -1;
    for (let i = 0; i < this.#row.length; i++) this.#row[i] = this.points.at(point, i);
    return this.#regionOf();
  }

  /** Takes in the state that has the lower bounds. */
  addPoint(low: Float64Array): Added {
    const { columns } = this;
    for (let i = 0; i < columns.length; i++) this.#row[i] = low[columns[i].slot];
    if (this.#data.length > 0) {
      const region = this.#regionOf();
      this.region = region;
      const bounds = this.isBounded(region);
      const grown = this.#grow(region, low, low);
      if (bounds) return grown ? Added.REGION : Added.KNOWN;
    }
    const point = this.points.add(this.#row);
    this.point = point < 0 ? ~point : point;
    if (point >= 0) return Added.KNOWN;
    if (this.#data.length > 0) {
      const count = this.#counts.at(this.region) + 1;
      this.#counts.put(this.region, count);
      if (count > this.patience) {
        this.isWidened = true;
        this.#growths.put(this.region, 1);
        return Added.REGION;
      }
    }
    return Added.POINT;
  }

  /** Takes in all states within bounds whose data lies in the same classes. */
  addBox(low: Float64Array, high: Float64Array): Added {
    const { columns } = this;
    for (let i = 0; i < columns.length; i++) this.#row[i] = low[columns[i].slot];
    const region = this.#regionOf();
    this.region = region;
    const bounds = this.isBounded(region);
    const grown = this.#grow(region, low, high);
    if (!bounds) this.#growths.put(region, 1);
    return grown || !bounds ? Added.REGION : Added.KNOWN;
  }

  /** The region of the row at hand; new regions have no states. */
  #regionOf(): number {
    this.columns.forEach(({ cuts }, i) => {
      this.#classes[i] = cuts === null ? this.#row[i] : classOf(cuts, this.#row[i]);
    });
    const region = this.regions.add(this.#classes);
    if (region >= 0) return region;
    this.#counts.put(~region, 0);
    this.#growths.put(~region, 0);
    return ~region;
  }

  /** Makes the bounds of a region hold others; true if they change. */
  #grow(region: number, low: Float64Array, high: Float64Array): boolean {
    const count = this.#data.length;
    const isNew = this.#counts.at(region) === 0 && this.#growths.at(region) === 0;
    const growths = this.#growths.at(region);
    let changed = isNew;
    for (let k = 0; k < count; k++) {
      const { slot, cuts, least, greatest } = this.columns[this.#data[k]];
      const at = region * count + k;
      if (isNew) {
        this.#lows.put(at, low[slot]);
        this.#highs.put(at, high[slot]);
        continue;
      }
      const index = this.regions.at(region, this.#data[k]);
      const isWidened = growths > GROWTHS;
      if (low[slot] < this.#lows.at(at)) {
        this.#lows.put(at, isWidened ? Math.max(cuts?.[index - 1] ?? least, -above(-low[slot])) : low[slot]);
        changed = true;
      }
      if (high[slot] > this.#highs.at(at)) {
        const most = (cuts?.[index] ?? greatest + 1) - 1;
        this.#highs.put(at, isWidened ? Math.min(most, above(high[slot])) : high[slot]);
        changed = true;
      }
    }
    if (changed && growths > 0) this.#growths.put(region, growths + 1);
    return changed;
  }
}

/** The next number from `value` on whose magnitude is a power of two. */
function above(value: number): number {
  if (value > 0) return 2 ** Math.ceil(Math.log2(value));
  return value > -1 ? 0 : -(2 ** Math.floor(Math.log2(-value)));
}

/** The number of the class that a value is in. */
export function classOf(cuts: readonly number[], value: number): number {
  let from = 0;
  let to = cuts.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (cuts[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}
