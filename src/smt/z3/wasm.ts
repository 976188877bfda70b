/** What is used of the `WebAssembly` global, for which neither TypeScript's ECMAScript library nor Node's types have declarations. */

export interface WasmInstance {
  readonly exports: object;
}

interface WebAssemblyGlobal {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
  readonly Instance: new (module: WebAssembly.Module, imports: object) => WasmInstance;
}

const wasm = (globalThis as unknown as { readonly WebAssembly: WebAssemblyGlobal }).WebAssembly;

export function compile(bytes: Uint8Array): Promise<WebAssembly.Module> {
  return wasm.compile(bytes);
}

/** Instantiates synchronously: worker threads may. */
export function instantiate(module: WebAssembly.Module, imports: object): WasmInstance {
  return new wasm.Instance(module, imports);
}
