/** A WebAssembly module that is compiled from the AssemblyScript in the folder of the same name when the project is built (scripts/wasm.mjs). */
declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
