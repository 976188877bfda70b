/**
 * The used part of the `WebAssembly` global, which neither TypeScript's ECMAScript library nor Node's
 * types declare.
 */

export interface WasmInstance {
  readonly exports: object;
}

interface WebAssemblyGlobal {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
  readonly Module: new (bytes: Uint8Array) => WebAssembly.Module;
  readonly RuntimeError: new () => Error;
  readonly Instance: new (module: WebAssembly.Module, imports: object) => WasmInstance;
}

const wasm = (globalThis as unknown as { readonly WebAssembly: WebAssemblyGlobal }).WebAssembly;

export function compile(bytes: Uint8Array): Promise<WebAssembly.Module> {
  return wasm.compile(bytes);
}

/** Compiles synchronously: for small modules. */
export function compileNow(bytes: Uint8Array): WebAssembly.Module {
  return new wasm.Module(bytes);
}

/** Whether WebAssembly was interrupted by a trap. */
export function isTrap(error: unknown): boolean {
  return error instanceof wasm.RuntimeError;
}

/** Instantiates synchronously: worker threads may. */
export function instantiate(module: WebAssembly.Module, imports: object): WasmInstance {
  return new wasm.Instance(module, imports);
}
