/** What the processes of one execution have used so far. */
export interface Usage {
  /** Seconds of processor time, of processes that have ended too. */
  readonly cpuSeconds: number;
  /** Bytes of memory that they hold now. */
  readonly memoryBytes: number;
  /** The most that was seen, or that the system has counted. */
  readonly peakBytes: number;
}

/** Watches the processes of one execution and ends them. */
export interface Meter {
  /** What the launching shell does first, so that not even the first process escapes; null: nothing. `$$` is the process. */
  readonly enter: string | null;
  /** Once the first process is there. */
  attach(pid: number): void;
  sample(): Usage;
  /** Whether the system ended a process because of the memory limit. */
  outOfMemory(): boolean;
  /** Ends every process, and those that appear while it does. */
  kill(): void;
  /** Gives back what the meter holds of the system. All processes have ended. */
  close(): void;
}
