/** Values of a thread's location before its start, after its end, and where it stops before a watched access. */
export const NOT_STARTED = 0n;
export const ENDED = 1n;
export const STOPPED = -1n;
