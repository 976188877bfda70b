import { Bytes, longerBytes, NO_BYTES, Words } from './memory';

/**
 * The value that a decision tries first. It is the last one held (Pipatsrisawat, Darwiche 2007), or
 * the one of the longest assignment without conflict since the last reset ("target phases", Biere,
 * Fleury 2020).
 * 1: true; -1: false.
 */

/** The first value tried for a variable: false, as most gates of a bit-vector circuit are. */
const INITIAL: i32 = -1;

let saved: Bytes = NO_BYTES;
/** 0 where the longest assignment left the variable open. */
let target: Bytes = NO_BYTES;
let best: Bytes = NO_BYTES;
let targetSize: i32 = 0;
let bestSize: i32 = 0;
let resets: i32 = 0;

export function reserve(count: i32, wanted: i32): void {
  saved = longerBytes(saved, count, wanted);
  target = longerBytes(target, count, wanted);
  best = longerBytes(best, count, wanted);
}

export function newVariable(variable: i32): void {
  saved[variable] = INITIAL;
}

/** Whether values that are undone are forgotten, instead of tried again. */
let isFrozen: bool = false;

export function freeze(now: bool): void {
  isFrozen = now;
}

export function save(literal: i32): void {
  if (!isFrozen) saved[literal >> 1] = (literal & 1) === 0 ? 1 : -1;
}

/** The literal to decide on. */
export function literal(variable: i32, useTarget: bool): i32 {
  const goal = useTarget ? target[variable] : 0;
  const phase = goal !== 0 ? goal : saved[variable];
  return 2 * variable + (phase < 0 ? 1 : 0);
}

/** Records that the first `size` literals of the trail are free of conflict. */
export function noConflict(trail: Words, size: i32): void {
  if (size > targetSize) {
    targetSize = size;
    copyTrail(trail, size, target);
  }
  if (size > bestSize) {
    bestSize = size;
    copyTrail(trail, size, best);
  }
}

/**
 * Leaves the neighbourhood of the present assignment by setting the phases.
 * They become in turn the best assignment so far, the initial one, the best one, the reverse of the
 * initial one.
 */
export function reset(variableCount: i32): void {
  const kind = resets++ % 4;
  const initial = kind === 1 ? INITIAL : kind === 3 ? -INITIAL : 0;
  for (let variable = 0; variable < variableCount; variable++) {
    if (initial !== 0) saved[variable] = initial;
    else if (best[variable] !== 0) saved[variable] = best[variable];
    target[variable] = 0;
  }
  forgetSizes();
}

/** Forgets the sizes of trails: those of one query say nothing about the next. */
export function forgetSizes(): void {
  targetSize = 0;
  bestSize = 0;
}

function copyTrail(trail: Words, size: i32, to: Bytes): void {
  for (let at = 0; at < size; at++) to[trail[at] >> 1] = (trail[at] & 1) === 0 ? 1 : -1;
}
