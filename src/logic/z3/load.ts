import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type loadModule from 'z3-solver/build/z3-built.js';
import { LemmataError } from '../../base/errors.ts';
import { compile, instantiate } from '../../base/wasm.ts';
import { Z3Api } from './api.ts';
import type { Z3Exports } from './exports.ts';

/**
 * Compiles Z3 (a few tenths of a second). The module can be posted to workers, so that a process does
 * it once.
 */
export async function compileZ3(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm');
  return compile(await readFile(path));
}

export interface Z3Options {
  /** Z3 gives up (`unknown`) beyond this much memory; the instance has 2 GiB at most in any case. */
  readonly memoryMiB?: number;
}

/**
 * Makes an instance of Z3 in this thread. Its checks block, so it should run in a worker. Z3 starts
 * threads for time limits; they do not keep a process alive that calls `process.exit`, nor a worker
 * that is terminated.
 */
export async function loadZ3(module?: WebAssembly.Module, options: Z3Options = {}): Promise<Z3Api> {
  const compiled = module ?? (await compileZ3());
  // Not by `import`: Node would first search the file for exports, which takes longer than the rest of
  // the loading.
  const load: typeof loadModule = createRequire(import.meta.url)('z3-solver/build/z3-built.js');
  let exports: object | null = null;
  const loaded = await load({
    // Errors also carry the text that Z3 prints when it aborts.
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports, done) {
      const instance = instantiate(compiled, imports);
      exports = instance.exports;
      done(instance, compiled);
      return exports;
    },
  });
  if (exports === null) throw new LemmataError('E-SOLVER', 'Z3 was not instantiated');
  const api = new Z3Api(exports as Z3Exports, loaded.HEAPU8);
  const limit = String(options.memoryMiB ?? 1800);
  api.withText('memory_max_size', (key) => api.withText(limit, (value) => api.z3.Z3_global_param_set(key, value)));
  return api;
}
