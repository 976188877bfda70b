import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type Diagnostic,
  type InitializeResult,
  type MessageConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { Status } from '../../src/apps/editor/server.ts';
import { CLI } from './lemmata.ts';

const PATIENCE_MILLISECONDS = 40_000;

/** A small editor: it starts the language server and keeps what the server shows. */
export class EditorClient {
  readonly connection: MessageConnection;
  readonly diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly statuses: Status[] = [];
  readonly progress: unknown[] = [];
  readonly warnings: string[] = [];
  readonly #process: ChildProcess;
  readonly #exit: Promise<number | null>;
  readonly #waiting = new Set<() => void>();

  /** `words`: the script of the server, and its arguments. */
  constructor(words: readonly string[] = [CLI, 'lsp']) {
    const child = spawn(process.execPath, [...words], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process = child;
    this.#exit = new Promise((resolve) => child.once('exit', resolve));
    this.connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const keep = (store: () => void): void => {
      store();
      for (const look of [...this.#waiting]) look();
    };
    this.connection.onNotification('textDocument/publishDiagnostics', (sent: PublishDiagnosticsParams) =>
      keep(() => this.diagnostics.set(sent.uri, sent.diagnostics)),
    );
    this.connection.onNotification('lemmata/status', (status: Status) => keep(() => this.statuses.push(status)));
    this.connection.onNotification('$/progress', (sent: unknown) => keep(() => this.progress.push(sent)));
    this.connection.onNotification('window/showMessage', (sent: { message: string }) =>
      keep(() => this.warnings.push(sent.message)),
    );
    this.connection.onRequest('window/workDoneProgress/create', () => null);
    this.connection.onRequest('workspace/inlayHint/refresh', () => null);
    this.connection.listen();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async initialize(folder: string, settings: object): Promise<InitializeResult> {
    const result = await this.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: { window: { workDoneProgress: true }, workspace: { inlayHint: { refreshSupport: true } } },
      initializationOptions: { timeout: 30, threads: 2, ...settings },
    });
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  /** Opens a file, with another text than its own if one is given. */
  async open(path: string, text = readFileSync(path, 'utf8')): Promise<string> {
    const uri = pathToFileURL(path).href;
    const textDocument = { uri, languageId: 'c', version: 1, text };
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
    return uri;
  }

  /** Replaces the text of a document. */
  change(uri: string, version: number, text: string): Promise<void> {
    const textDocument = { uri, version };
    return this.connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
  }

  save(uri: string): Promise<void> {
    return this.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
  }

  command<T>(command: string, ...words: readonly unknown[]): Promise<T> {
    return this.connection.sendRequest('workspace/executeCommand', { command, arguments: words });
  }

  /** The statuses of a document, without those at the start of a verification. */
  ended(uri: string): readonly Status[] {
    return this.statuses.filter((status) => status.uri === uri && status.state !== 'running');
  }

  /** Waits until the server has shown something. Rejects after 40 s. */
  until(what: string, isThere: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (!isThere()) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`${what} did not come: ${JSON.stringify(this.statuses)}`));
      }, PATIENCE_MILLISECONDS);
      this.#waiting.add(look);
      look();
    });
  }

  /** Asks the server to end; resolves to its exit code. */
  async close(): Promise<number | null> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    return this.#exit;
  }

  /** Closes the server's input, as an editor does that crashes; resolves to the exit code. */
  vanish(): Promise<number | null> {
    this.#process.stdin?.end();
    return this.#exit;
  }

  /** Ends the server if it is still there. */
  kill(): void {
    this.connection.dispose();
    this.#process.kill('SIGKILL');
  }
}
