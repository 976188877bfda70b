// What imports of files other than TypeScript are (scripts/imports.mjs).

/** A WebAssembly module that is compiled from the AssemblyScript in the folder of the same name when the project is built. */
declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

/** The text of a file in C. */
declare module '*.c' {
  const text: string;
  export default text;
}

/** The text of a header in C. */
declare module '*.h' {
  const text: string;
  export default text;
}
