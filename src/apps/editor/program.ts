import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { readCompileCommands } from '../../c/source/compile-commands.ts';
import { DEFAULT_CHECKS } from '../../program/cfa/checks/kinds.ts';
import type { LibraryOptions } from '../output/report/library.ts';
import { pathOf } from './places.ts';
import type { Settings } from './settings.ts';

/** The subject of a verification that an editor asks for. */
export interface Request {
  readonly uri: string;
  /** The text of the document as the editor shows it. */
  readonly text: string;
  readonly kind: Settings['kind'];
  /** Function that the program begins at; null: `main`. */
  readonly entry: string | null;
  /** See `VerifyOptions.retry`: a command of the user tries again, an opened or saved document does not. */
  readonly retry: boolean;
}

/** Options for the library, and the names under which it knows documents. */
export interface EditedProgram {
  readonly options: LibraryOptions;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Makes the options of a verification. A document that differs from its file is verified as text; the
 * folder of its file is searched for headers. Throws LemmataError `E-INPUT` for a wrong list of compile
 * commands.
 */
export function editedProgram(request: Request, settings: Settings, workspace: string): EditedProgram {
  const path = pathOf(request.uri);
  const further = settings.files.map((file) => resolve(workspace, file)).filter((file) => file !== path);
  const database = settings.compileCommands === null ? null : resolve(workspace, settings.compileCommands);
  const named = path === null ? further : [path, ...further];
  const build = database === null || named.length === 0 ? null : readCompileCommands(database, named);
  const flags: Record<string, readonly string[]> = { ...build?.flags };
  const includes = settings.includes.map((folder) => resolve(workspace, folder));
  const common = {
    ...question(request.kind, settings),
    timeout: settings.timeout,
    memory: settings.memory ?? undefined,
    threads: settings.threads ?? undefined,
    dataModel: build?.model ?? settings.dataModel,
    byteOrder: build?.isBigEndian === true ? 'big' : settings.byteOrder,
    defines: settings.defines,
    entry: request.entry ?? undefined,
    minimise: true,
    retry: request.retry,
  };
  if (path !== null && isAsStored(path, request.text))
    return { options: { ...common, files: named, includes, flags }, names: new Map([[path, request.uri]]) };
  const name = path === null ? 'untitled.c' : basename(path);
  if (path !== null && path in flags) flags[name] = flags[path];
  const near = path === null ? [] : [dirname(path)];
  const options = { ...common, files: further, sources: { [name]: request.text }, flags };
  return { options: { ...options, includes: [...near, ...includes] }, names: new Map([[name, request.uri]]) };
}

function question(kind: Settings['kind'], { checks }: Settings): Pick<LibraryOptions, 'checks' | 'eachCheck'> {
  if (kind === 'check') return { checks: checks.length === 0 ? DEFAULT_CHECKS : checks, eachCheck: true };
  return checks.length === 0 ? {} : { checks };
}

function isAsStored(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch {
    return false;
  }
}
