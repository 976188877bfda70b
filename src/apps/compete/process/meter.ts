/** Resources that the processes of one execution have used so far. */
export interface Usage {
  /** Processor time in seconds, including ended processes. */
  readonly cpuSeconds: number;
  /** Memory that they hold now, in bytes. */
  readonly memoryBytes: number;
  /** Highest memory in bytes that was sampled or that the system counted. */
  readonly peakBytes: number;
}

/** Meters the processes of one execution and ends them. */
export interface Meter {
  /**
   * The first command of the launching shell, so that not even the first process escapes; null: none.
   * `$$` is the process.
   */
  readonly enter: string | null;
  /** Called once the first process exists. */
  attach(pid: number): void;
  sample(): Usage;
  /** Whether the system ended a process because of the memory limit. */
  outOfMemory(): boolean;
  /** Ends every process, including those that appear meanwhile. */
  kill(): void;
  /** Releases the system resources of the meter. All processes must have ended. */
  close(): void;
}
