import { Doubles, longerDoubles, longerWords, NO_DOUBLES, NO_WORDS, Words } from './memory';

/**
 * Variables by score, largest first: VSIDS (Moskewicz et al. 2001) in MiniSat's exponential form (Een,
 * Sorensson 2003), where bumps grow instead of scores shrinking, in a binary heap. The heap may hold
 * assigned variables; the caller that takes them skips them.
 */

/** Scores beyond this are scaled down, all alike. */
const LARGEST: f64 = 1e150;

let scores: Doubles = NO_DOUBLES;
let heap: Words = NO_WORDS;
/** Place in the heap; -1 outside. */
let places: Words = NO_WORDS;
let size: i32 = 0;
let bumpBy: f64 = 1;
let variableCount: i32 = 0;

export function reserve(count: i32, wanted: i32): void {
  scores = longerDoubles(scores, count, wanted);
  heap = longerWords(heap, count, wanted);
  places = longerWords(places, count, wanted);
}

export function newVariable(variable: i32): void {
  variableCount = variable + 1;
  places[variable] = -1;
  insert(variable);
}

export function score(variable: i32): f64 {
  return scores[variable];
}

/** The variable of largest score; -1 if the heap is empty. It stays in the heap. */
export function first(): i32 {
  return size === 0 ? -1 : heap[0];
}

export function removeFirst(): void {
  places[heap[0]] = -1;
  size--;
  if (size > 0) sink(0, heap[size]);
}

export function insert(variable: i32): void {
  if (places[variable] < 0) rise(size++, variable);
}

export function bump(variable: i32): void {
  const score = scores[variable] + bumpBy;
  scores[variable] = score;
  if (score > LARGEST) scale();
  if (places[variable] >= 0) rise(places[variable], variable);
}

/** After a conflict: later bumps weigh 1 / `factor` times as much. */
export function decay(factor: f64): void {
  bumpBy /= factor;
  if (bumpBy > LARGEST) scale();
}

function scale(): void {
  for (let variable = 0; variable < variableCount; variable++) scores[variable] = scores[variable] / LARGEST;
  bumpBy /= LARGEST;
}

function rise(from: i32, variable: i32): void {
  const score = scores[variable];
  let at = from;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const other = heap[above];
    if (scores[other] >= score) break;
    heap[at] = other;
    places[other] = at;
    at = above;
  }
  heap[at] = variable;
  places[variable] = at;
}

function sink(from: i32, variable: i32): void {
  const score = scores[variable];
  let at = from;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= size) break;
    if (below + 1 < size && scores[heap[below + 1]] > scores[heap[below]]) below++;
    const other = heap[below];
    if (scores[other] <= score) break;
    heap[at] = other;
    places[other] = at;
    at = below;
  }
  heap[at] = variable;
  places[variable] = at;
}
