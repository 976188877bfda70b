import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/**
 * Set by the build while it runs samples: the code that V8 has compiled by then is stored beside the
 * bundle.
 */
const RECORDING = 'LEMMATA_RECORD_CODE';
const RECORDING_MILLISECONDS = 50;

/**
 * The exports of a bundle: a CommonJS script, in which `__origin` stands for the address of the
 * loading module. It has no `import()`, because scripts from bytecode have no loader for modules. If
 * `FILE.cache` beside it holds V8's bytecode, its functions need not be compiled again. Bytecode of
 * another version or of other flags of V8 is ignored.
 */
export function loadCode(file: URL, origin: string): Record<string, unknown> {
  const path = fileURLToPath(file);
  const source = `(function (exports, require, module, __origin) {${readFileSync(path, 'latin1')}\n})`;
  const script = new Script(source, { filename: path, cachedData: bytecodeOf(path) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(origin), module, origin);
  if (process.env[RECORDING] !== undefined) record(script, path);
  return module.exports;
}

function bytecodeOf(path: string): Buffer | undefined {
  try {
    return readFileSync(`${path}.cache`);
  } catch {
    return undefined;
  }
}

function record(script: Script, path: string): void {
  const write = (): void => {
    const fresh = `${path}.cache.${process.pid}`;
    writeFileSync(fresh, script.createCachedData());
    renameSync(fresh, `${path}.cache`);
  };
  setInterval(write, RECORDING_MILLISECONDS).unref();
  process.on('exit', write);
}
