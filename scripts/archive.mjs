// Makes the archive with which Lemmata enters competitions as verifier and as validator. It is a zip with one folder,
// which has its own node and needs no network. The archive serves machines like the one that makes it.
// Usage:
//     node scripts/archive.mjs [--dist DIR] [--output FILE]
// --dist takes a build that is there, else the script builds. The default of --output is lemmata.zip.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const NAME = 'lemmata';
/** Where installations of node keep its licence, from the folder of the program on. */
const NODE_LICENSES = ['../LICENSE', '../share/doc/nodejs/LICENSE', '../share/doc/nodejs/copyright'];
/** Files of the build that no run reads. */
const UNREAD = /\.map$|^types(\/|$)|^test-fixtures(\/|$)|^packages\.json$/;
/** Files of packages that no run reads: declarations, documents, sources of native code. */
const UNREAD_IN_PACKAGES = /\.(map|md|d\.ts|d\.mts|cc|gyp|tsbuildinfo)$|^deps(\/|$)|^(test|docs|benchmark)(\/|$)/;

const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at > 0 ? process.argv[at + 1] : otherwise;
};
const output = resolve(option('--output', `${NAME}.zip`));
const scratch = mkdtempSync(join(tmpdir(), 'lemmata-archive-'));
const folder = join(scratch, NAME);
try {
  fill();
  writeFileSync(output, zip(filesOf(folder)));
  console.log(`${output}: ${(statSync(output).size / 1e6).toFixed(1)} MB`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Puts everything into the folder. */
function fill() {
  mkdirSync(folder);
  const given = option('--dist', null);
  if (given === null) {
    const built = ['scripts/build.mjs', '--no-types', '--out', join(scratch, 'dist')];
    execFileSync(process.execPath, built, { cwd: root, stdio: 'inherit' });
  }
  copy(given === null ? join(scratch, 'dist') : resolve(given), 'dist', (path) => !UNREAD.test(path));
  for (const name of ['include', 'LICENSE', 'NOTICE', 'package.json', 'portfolio.json']) copy(join(root, name), name);
  for (const name of readdirSync(join(root, 'scripts/archive'))) copy(join(root, 'scripts/archive', name), name);
  for (const name of ['lemmata.py', 'lemmata_validate.py'])
    copy(join(root, 'scripts/benchexec', name), join('benchexec', name));
  for (const name of ['average.c', 'odd.c']) copy(join(root, 'examples', name), join('smoketest', name));
  const { dependencies } = packageIn(root);
  for (const path of packagesFor(Object.keys(dependencies)))
    copy(join(root, 'node_modules', path), join('node_modules', path), isRead);
  const node = realpathSync(process.execPath);
  copy(node, 'bin/node');
  const license = NODE_LICENSES.map((path) => resolve(dirname(node), path)).find((path) => existsSync(path));
  if (license !== undefined) copy(license, 'bin/LICENSE');
  for (const name of ['bin/node', 'lemmata', 'smoketest.sh']) chmodSync(join(folder, name), 0o755);
  execFileSync(join(folder, 'bin/node'), [join(folder, 'dist/record-code.js')], { stdio: 'inherit' });
}

/** Copies a file, or the files of a folder that `keeps` accepts by their paths in it. */
function copy(from, name, keeps = () => true) {
  const to = join(folder, name);
  mkdirSync(dirname(to), { recursive: true });
  if (statSync(from).isFile()) copyFileSync(from, to);
  else cpSync(from, to, { recursive: true, filter: (path) => path === from || keeps(relative(from, path)) });
}

/** Native code of other platforms is left out. */
function isRead(path) {
  const [, platform] = /^prebuilds\/([^/]+)/.exec(path) ?? [];
  if (platform !== undefined && platform !== `${process.platform}-${process.arch}`) return false;
  return !UNREAD_IN_PACKAGES.test(path);
}

/** The folders in node_modules of packages, and of all that they depend on. */
function packagesFor(names) {
  const found = new Set(names);
  for (const name of found) {
    const { dependencies = {}, optionalDependencies = {} } = packageIn(join(root, 'node_modules', name));
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (existsSync(join(root, 'node_modules', needed))) found.add(needed);
  }
  return found;
}

function packageIn(path) {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
}

/** All files in the folder, by their names in the archive. */
function filesOf(path) {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => ({ name: `${basename(path)}/${name}`, path: join(path, name) }))
    .filter((file) => statSync(file.path).isFile());
}

/** The files as a zip archive (PKWARE APPNOTE 6.3.9, without extensions), which keeps what may be executed. */
function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  const add = (...buffers) => {
    for (const buffer of buffers) offset += parts.push(buffer) && buffer.length;
  };
  for (const { name, path } of files) {
    const data = readFileSync(path);
    const packed = deflateRawSync(data);
    const mode = statSync(path).mode & 0o111 ? 0o100755 : 0o100644;
    // Version, flags (UTF-8), method, time and date (1980-01-01), sum, sizes, and the length of the name.
    const common = words(
      [20, 2],
      [0x800, 2],
      [8, 2],
      [0, 2],
      [0x21, 2],
      [crc32(data), 4],
      [packed.length, 4],
      [data.length, 4],
      [Buffer.byteLength(name), 2],
      [0, 2],
    );
    const rest = words([0, 2], [0, 2], [0, 2], [mode * 2 ** 16, 4], [offset, 4]);
    directory.push(words([0x02014b50, 4], [0x0314, 2]), common, rest, Buffer.from(name));
    add(words([0x04034b50, 4]), common, Buffer.from(name), packed);
  }
  const begin = offset;
  add(...directory);
  const count = files.length;
  add(words([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [offset - begin, 4], [begin, 4], [0, 2]));
  return Buffer.concat(parts);
}

/** Little-endian numbers of so many bytes, one behind the other. */
function words(...numbers) {
  return Buffer.concat(
    numbers.map(([value, size]) => {
      const buffer = Buffer.alloc(size);
      buffer.writeUIntLE(value, 0, size);
      return buffer;
    }),
  );
}
