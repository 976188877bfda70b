import type { Wide } from '../../base/wide.ts';
import { FIRST_STREAM, STREAM_STEP } from '../../program/cfa/standard-streams.ts';
import type { RunOptions } from '../options.ts';

/** An open stream. */
export interface Stream {
  readonly kind: 'stdin' | 'stdout' | 'stderr' | 'file';
  readonly content: FileContent | null;
  position: number;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly append: boolean;
  atEnd: boolean;
  failed: boolean;
  /** Characters pushed back by `ungetc`, last first. */
  readonly pushedBack: number[];
}

/** Bytes of a file of the run, or those that a run knows of another one. */
class FileContent {
  #bytes: Uint8Array;
  size = 0;
  /** Whether no bytes follow. */
  isWhole: boolean;

  /** `outside`: name of a file that the run did not write, of which nothing is known; null: its own. */
  constructor(
    initial: Uint8Array = new Uint8Array(64),
    readonly outside: string | null = null,
  ) {
    this.#bytes = initial;
    this.isWhole = outside === null;
  }

  static of(bytes: Uint8Array): FileContent {
    const content = new FileContent(bytes);
    content.size = bytes.length;
    return content;
  }

  at(position: number): number {
    return position < this.size ? this.#bytes[position] : -1;
  }

  write(position: number, data: Uint8Array): void {
    const end = position + data.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(data, position);
    this.size = Math.max(this.size, end);
  }
}

const BUFFER = 1 << 16;

/**
 * The streams of a run. Files live in memory. A run creates, writes and reads its own files, and never
 * accesses those of the machine.
 */
export class Files {
  readonly streams = new Map<Wide, Stream>();
  readonly #contents = new Map<string, FileContent>();
  #stdin: FileContent | null = null;
  /**
   * Output buffer. It is made at the first output that has a reader, as most of very many runs print
   * nothing.
   */
  #buffer: Uint8Array | null = null;
  #buffered = 0;
  #unnamed = 0;
  #opened = 0;
  /** Content of files that are not the run's own, by their names. */
  readonly #outside = new Map<string, FileContent>();
  /** Number of changes of files and of their names so far. */
  changes = 0;

  /** `onOutside` is called whenever bytes of a file count that the run neither wrote nor knows. */
  constructor(
    private readonly options: RunOptions,
    private readonly onOutside: () => void,
  ) {}

  /** Registers a standard stream under the address of its FILE object. */
  standard(address: Wide, kind: 'stdin' | 'stdout' | 'stderr'): void {
    const input = kind === 'stdin';
    this.streams.set(address, this.#stream(kind, null, input, !input, false));
  }

  #stream(
    kind: Stream['kind'],
    content: FileContent | null,
    readable: boolean,
    writable: boolean,
    append: boolean,
  ): Stream {
    return { kind, content, position: 0, readable, writable, append, atEnd: false, failed: false, pushedBack: [] };
  }

  /** Opens a stream for `fopen`; null if the mode is wrong. */
  open(name: string, mode: string): Stream | null {
    this.changes++;
    const kind = mode[0];
    const both = mode.includes('+');
    if (name === '/dev/null')
      return this.#stream('file', new FileContent(), kind === 'r' || both, kind !== 'r' || both, false);
    let content = this.#contents.get(name);
    if (content === undefined && this.#outside.has(name) && (kind !== 'r' || both)) this.onOutside();
    if (kind === 'r') {
      if (content === undefined && both) this.#contents.set(name, (content = new FileContent()));
      return this.#stream('file', content ?? this.#outsideOf(name), true, both, false);
    }
    if (kind !== 'w' && kind !== 'a') return null;
    if (kind === 'w' || content === undefined) {
      content = new FileContent();
      this.#contents.set(name, content);
    }
    return this.#stream('file', content, both, true, kind === 'a');
  }

  #outsideOf(name: string): FileContent {
    let content = this.#outside.get(name);
    if (content === undefined) this.#outside.set(name, (content = new FileContent(undefined, name)));
    return content;
  }

  /** Returns the name of the file whose next character the run does not know yet; null: it does. */
  unknownNext({ content, readable, position }: Stream): string | null {
    return !readable || content === null || content.isWhole || position !== content.size ? null : content.outside;
  }

  /** Tells the next character of such a stream, or -1 for the end of its file, before it is read. */
  learn({ content, position }: Stream, byte: number): void {
    this.changes++;
    if (byte < 0) content!.isWhole = true;
    else content!.write(position, Uint8Array.of(byte));
  }

  /** Registers a stream that was opened, and returns its address, which no other stream of the run has. */
  register(stream: Stream): number {
    const address = FIRST_STREAM + STREAM_STEP * this.#opened++;
    this.streams.set(address, stream);
    return address;
  }

  /** Opens a file that no other stream has; null if the mode is wrong. */
  unnamed(mode: string): Stream | null {
    return this.open(`/unnamed/${this.#unnamed++}`, mode);
  }

  remove(name: string): boolean {
    this.changes++;
    return this.#contents.delete(name);
  }

  rename(from: string, to: string): boolean {
    this.changes++;
    const content = this.#contents.get(from);
    if (content === undefined) return false;
    this.#contents.delete(from);
    this.#contents.set(to, content);
    return true;
  }

  write(stream: Stream, data: Uint8Array): boolean {
    if (stream.kind === 'file') this.changes++;
    if (!stream.writable) {
      stream.failed = true;
      return false;
    }
    switch (stream.kind) {
      case 'stdout':
        this.#print(data);
        return true;
      case 'stderr':
        this.options.stderr?.(data);
        return true;
      case 'stdin':
        return false;
      case 'file': {
        const content = stream.content!;
        if (stream.append) stream.position = content.size;
        content.write(stream.position, data);
        stream.position += data.length;
        return true;
      }
    }
  }

  /** Returns the next character, or -1 at the end. */
  read(stream: Stream): number {
    const pushed = stream.pushedBack.pop();
    if (pushed !== undefined) return pushed;
    const content = stream.kind === 'stdin' ? this.#input() : stream.content;
    if (!stream.readable || content === null) {
      stream.failed = true;
      return -1;
    }
    if (!content.isWhole && stream.position >= content.size) this.onOutside();
    const byte = content.at(stream.position);
    if (byte < 0) stream.atEnd = true;
    else stream.position++;
    return byte;
  }

  #input(): FileContent {
    if (this.#stdin === null) {
      const { stdin } = this.options;
      // A prompt on stdout is shown before the answer is read.
      this.flush();
      this.#stdin = FileContent.of(typeof stdin === 'function' ? stdin() : (stdin ?? new Uint8Array(0)));
    }
    return this.#stdin;
  }

  sizeOf({ content }: Stream): number {
    if (content?.isWhole === false) this.onOutside();
    return content?.size ?? 0;
  }

  #print(data: Uint8Array): void {
    if (this.options.stdout === undefined) return;
    if (this.#buffered + data.length > BUFFER) this.flush();
    if (data.length > BUFFER) {
      this.options.stdout(data);
      return;
    }
    this.#buffer ??= new Uint8Array(BUFFER);
    this.#buffer.set(data, this.#buffered);
    this.#buffered += data.length;
  }

  /** Passes on the buffered bytes of stdout. */
  flush(): void {
    if (this.#buffer !== null && this.#buffered > 0) this.options.stdout?.(this.#buffer.slice(0, this.#buffered));
    this.#buffered = 0;
  }
}
