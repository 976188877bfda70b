/** The Emscripten loader inside z3-solver, which has no types of its own. */
declare module 'z3-solver/build/z3-built.js' {
  interface Z3Loaded {
    readonly HEAPU8: Uint8Array;
    readonly PThread: { terminateAllThreads(): void };
  }
  interface Z3LoadOptions {
    print(line: string): void;
    printErr(line: string): void;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }
  const load: (options: Z3LoadOptions) => Promise<Z3Loaded>;
  export default load;
}
