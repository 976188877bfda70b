import { Op } from '../terms/ops.ts';
import type { Domain } from './domain.ts';
import type { Node, Tape } from './tape.ts';

const EXACT = Number.MAX_SAFE_INTEGER;

/**
 * Narrows the arguments of an operation on integers by its value, in the readings in which it does not
 * wrap around.
 */
export function backwardBits(tape: Tape, d: Domain, node: Node, i: number): void {
  const { op, a, b, width } = node;
  const half = 2 ** (width - 1);
  // Beyond 2^53 bounds are rounded.
  if (width > 53 && !isSmall(d, a)) return;
  switch (op) {
    case Op.ADD: {
      if (width > 53 && !isSmall(d, b)) return;
      if (d.high[a] + d.high[b] < 2 * half) {
        inverseSum(d.low, d.high, i, a, b);
        inverseSum(d.low, d.high, i, b, a);
      }
      if (d.least[a] + d.least[b] >= -half && d.most[a] + d.most[b] < half) {
        inverseSum(d.least, d.most, i, a, b);
        inverseSum(d.least, d.most, i, b, a);
      }
      break;
    }
    case Op.NEG:
      if (d.least[a] > -half) {
        d.least[a] = Math.max(d.least[a], -d.most[i]);
        d.most[a] = Math.min(d.most[a], -d.least[i]);
      }
      break;
    case Op.BV_NOT:
      d.least[a] = Math.max(d.least[a], -1 - d.most[i]);
      d.most[a] = Math.min(d.most[a], -1 - d.least[i]);
      break;
    case Op.EXTRACT:
      if (node.from === 0 && d.high[a] < 2 * half) {
        d.low[a] = Math.max(d.low[a], d.low[i]);
        d.high[a] = Math.min(d.high[a], d.high[i]);
      }
      break;
    case Op.CONCAT: {
      const size = 2 ** tape.nodes[b].width;
      if (d.high[i] > EXACT) return;
      d.low[a] = Math.max(d.low[a], Math.floor(d.low[i] / size));
      d.high[a] = Math.min(d.high[a], Math.floor(d.high[i] / size));
      break;
    }
    default:
      return;
  }
  for (const arg of [a, b]) if (arg >= 0) d.reconcile(arg, tape.nodes[arg].width);
}

function isSmall(d: Domain, i: number): boolean {
  return d.high[i] <= EXACT || (d.least[i] >= -EXACT && d.most[i] <= EXACT);
}

/** x = i - y. */
function inverseSum(low: Float64Array, high: Float64Array, i: number, x: number, y: number): void {
  const [least, most] = [low[i] - high[y], high[i] - low[y]];
  if (Math.abs(least) <= EXACT) low[x] = Math.max(low[x], least);
  if (Math.abs(most) <= EXACT) high[x] = Math.min(high[x], most);
}
