import {
  type Connection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type InlayHint,
  MessageType,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
  type WorkDoneProgressReporter,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import packageJson from '../../../package.json' with { type: 'json' };
import { messageOf } from '../../base/errors.ts';
import type { VerifyEvent } from '../../race/events.ts';
import { diagnosticsOf, hintsOf, type PlacedDiagnostic } from './findings.ts';
import { functionsIn, pathOf } from './places.ts';
import type { Request } from './program.ts';
import { DEFAULT_SETTINGS, readSettings, type Settings } from './settings.ts';
import { type ShownRun, shownRun } from './steps.ts';
import { type Verified, Verifier } from './verifier.ts';

/** Commands of the server. The first argument of each is the address of a document. */
export const COMMANDS = ['lemmata.verify', 'lemmata.check', 'lemmata.showRun', 'lemmata.cancel'] as const;

/** Notification to editors that show the state of a document: {@link Status}. */
const STATUS = 'lemmata/status';

export interface Status {
  readonly uri: string;
  readonly state: 'running' | 'done' | 'cancelled';
  /** Null unless it is done. */
  readonly verdict: 'TRUE' | 'FALSE' | 'UNKNOWN' | 'ERROR' | null;
  /** One line for people. */
  readonly text: string;
}

/**
 * Serves an editor over a connection. The connection is listening when this returns. `script`: the entry
 * of the processes that verify.
 */
export function serveEditor(connection: Connection, script: string): void {
  new EditorServer(connection, script).listen();
}

class EditorServer {
  readonly #documents = new TextDocuments(TextDocument);
  readonly #verifier: Verifier;
  readonly #published: Published;
  readonly #results = new Map<string, Verified & { readonly hints: readonly InlayHint[] }>();
  #settings: Settings = DEFAULT_SETTINGS;
  /** Problems of the first settings, which may be shown once the editor is ready. */
  #problems: readonly string[] = [];
  #workspace = process.cwd();
  #canPull = false;
  #canRefreshHints = false;
  #isClosing = false;
  /** Settles when the settings are known. */
  #configured: Promise<void> = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    script: string,
  ) {
    this.#verifier = new Verifier(script);
    this.#published = new Published((uri, diagnostics) => void connection.sendDiagnostics({ uri, diagnostics }));
  }

  listen(): void {
    const { connection } = this;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => {
      this.#complain(this.#problems);
      this.#configured = this.#pullSettings();
    });
    connection.onDidChangeConfiguration(({ settings }) => {
      if (this.#canPull) this.#configured = this.#pullSettings();
      else this.#configure(settings?.lemmata);
    });
    connection.onExecuteCommand(({ command, arguments: words = [] }) => this.#execute(command, words));
    connection.onCodeLens(({ textDocument }) => this.#lenses(textDocument.uri));
    connection.languages.inlayHint.on(({ textDocument }) => [...(this.#results.get(textDocument.uri)?.hints ?? [])]);
    connection.onShutdown(() => {
      this.#isClosing = true;
      return this.#verifier.close();
    });
    this.#documents.onDidOpen(({ document }) => void this.#automatically(document, 'verifyOnOpen'));
    this.#documents.onDidSave(({ document }) => void this.#automatically(document, 'verifyOnSave'));
    this.#documents.onDidClose(({ document: { uri } }) => {
      this.#verifier.cancel(uri);
      this.#results.delete(uri);
      this.#published.replace(uri, []);
    });
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize({ capabilities, initializationOptions, workspaceFolders, rootUri }: InitializeParams): InitializeResult {
    const folder = workspaceFolders?.[0]?.uri ?? rootUri ?? null;
    this.#workspace = (folder === null ? null : pathOf(folder)) ?? process.cwd();
    this.#canPull = capabilities.workspace?.configuration === true;
    this.#canRefreshHints = capabilities.workspace?.inlayHint?.refreshSupport === true;
    const { settings, problems } = readSettings(initializationOptions);
    this.#settings = settings;
    this.#problems = problems;
    return {
      serverInfo: { name: packageJson.name, version: packageJson.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        inlayHintProvider: true,
        codeLensProvider: {},
        executeCommandProvider: { commands: [...COMMANDS] },
      },
    };
  }

  async #pullSettings(): Promise<void> {
    if (!this.#canPull) return;
    try {
      const given: unknown = await this.connection.workspace.getConfiguration('lemmata');
      if (given !== null && given !== undefined) this.#configure(given);
    } catch (error) {
      this.connection.console.warn(`the settings cannot be read: ${messageOf(error)}`);
    }
  }

  #configure(given: unknown): void {
    const { settings, problems } = readSettings(given);
    this.#settings = settings;
    this.#complain(problems);
  }

  #complain(problems: readonly string[]): void {
    for (const problem of problems) {
      void this.connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Warning,
        message: `Lemmata: ${problem}`,
      });
    }
  }

  async #automatically(document: TextDocument, when: 'verifyOnOpen' | 'verifyOnSave'): Promise<void> {
    await this.#configured;
    if (!this.#settings[when] || !/\.[ci]$/.test(document.uri)) return;
    const { kind } = this.#settings;
    await this.#verify({ uri: document.uri, text: document.getText(), kind, entry: null, retry: false });
  }

  /** Runs a verification and shows its result. Resolves to its state at the end. */
  async #verify(request: Request): Promise<Status> {
    const { uri } = request;
    const surroundings = {
      settings: this.#settings,
      workspace: this.#workspace,
      textOf: (other: string) => this.#documents.get(other)?.getText() ?? null,
    };
    this.#tell({ uri, state: 'running', verdict: null, text: 'verifying' });
    // The request counts from now on, so that a cancellation during the set-up of progress is not lost.
    let report: (event: VerifyEvent) => void = () => {};
    const work = this.#verifier.verify(request, surroundings, (event) => report(event));
    work.catch(() => {});
    const progress = await this.connection.window.createWorkDoneProgress();
    progress.begin(`Lemmata: ${uri.slice(uri.lastIndexOf('/') + 1)}`, undefined, 'compiling', true);
    progress.token.onCancellationRequested(() => this.#verifier.cancel(uri));
    report = progressOf(progress);
    try {
      const verified = await work;
      if (verified === null) return this.#tell({ uri, state: 'cancelled', verdict: null, text: 'cancelled' });
      this.#show(uri, verified);
      const { verdict, text } = verified.outcome;
      return this.#tell({ uri, state: 'done', verdict, text });
    } catch (error) {
      return this.#tell({ uri, state: 'done', verdict: 'ERROR', text: `internal error: ${messageOf(error)}` });
    } finally {
      progress.done();
    }
  }

  #show(uri: string, { outcome, places }: Verified): void {
    this.#results.set(uri, { outcome, places, hints: hintsOf(outcome.invariants, uri, places) });
    this.#published.replace(uri, diagnosticsOf(outcome, uri, places));
    if (this.#canRefreshHints) this.connection.languages.inlayHint.refresh();
  }

  #tell(status: Status): Status {
    if (!this.#isClosing) void this.connection.sendNotification(STATUS, status);
    return status;
  }

  async #execute(command: string, [uri, argument]: readonly unknown[]): Promise<Status | ShownRun | null> {
    if (typeof uri !== 'string') throw new Error(`${command} needs the address of a document`);
    switch (command) {
      case 'lemmata.verify':
      case 'lemmata.check': {
        await this.#configured;
        const document = this.#documents.get(uri);
        if (document === undefined) throw new Error(`${uri} is not open`);
        const kind = command === 'lemmata.verify' ? 'verify' : 'check';
        const entry = typeof argument === 'string' ? argument : null;
        return this.#verify({ uri, text: document.getText(), kind, entry, retry: true });
      }
      case 'lemmata.showRun':
        return this.#runOf(uri, typeof argument === 'number' ? argument : null);
      case 'lemmata.cancel':
        this.#verifier.cancel(uri);
        return null;
      default:
        throw new Error(`${command} is no command of Lemmata`);
    }
  }

  /** The run of a finding, or else the first run of the document; null if there is none. */
  #runOf(uri: string, index: number | null): ShownRun | null {
    const verified = this.#results.get(uri);
    if (verified === undefined) return null;
    const { findings } = verified.outcome;
    const finding = index === null ? findings.find(({ run }) => run !== null) : findings[index];
    if (finding === undefined || finding.run === null) return null;
    return shownRun(finding.text, finding.run, verified.places);
  }

  #lenses(uri: string) {
    const document = this.#documents.get(uri);
    if (document === undefined) return [];
    return functionsIn(document.getText()).map(({ name, offset }) => {
      const range = { start: document.positionAt(offset), end: document.positionAt(offset + name.length) };
      const [title, words] = name === 'main' ? ['Verify', [uri]] : ['Verify this function', [uri, name]];
      return { range, command: { title: String(title), command: 'lemmata.verify', arguments: [...words] } };
    });
  }
}

const BETWEEN_MILLISECONDS = 250;

/** Reports the events of a race as progress, a few times a second at most. Returns the consumer of events. */
function progressOf(progress: WorkDoneProgressReporter): (event: VerifyEvent) => void {
  let last = Number.NEGATIVE_INFINITY;
  let decided = 0;
  let checks = 0;
  return (event) => {
    if (event.kind === 'checks') checks = event.checks.length;
    if (event.kind === 'check') decided += 1;
    const text = progressText(event, decided, checks);
    if (text === null || event.time < last + BETWEEN_MILLISECONDS) return;
    last = event.time;
    progress.report(text);
  };
}

function progressText(event: VerifyEvent, decided: number, checks: number): string | null {
  switch (event.kind) {
    case 'compiling':
      return `compiling (${event.phase})`;
    case 'compiled':
      return 'compiled';
    case 'bound':
      return `no violation within ${event.bound} steps (${event.engine})`;
    case 'claim':
      return `${event.engine} claims ${event.claim === 'safe' ? 'a proof' : 'a violation'}`;
    case 'check':
      return `${decided} of ${checks} checks decided`;
    default:
      return null;
  }
}

/**
 * The diagnostics that the editor shows. A verification of one document may report places in others,
 * so that several documents contribute to the diagnostics of one.
 */
class Published {
  /** Diagnostics by the verified document, then by the document that they are in. */
  readonly #found = new Map<string, Map<string, Diagnostic[]>>();

  /** `send` shows all diagnostics of a document in place of the earlier ones. */
  constructor(private readonly send: (uri: string, diagnostics: Diagnostic[]) => void) {}

  /** Replaces what the verification of `owner` reported. */
  replace(owner: string, diagnostics: readonly PlacedDiagnostic[]): void {
    const before = this.#found.get(owner) ?? new Map<string, Diagnostic[]>();
    const after = new Map<string, Diagnostic[]>();
    for (const { uri, diagnostic } of diagnostics) after.set(uri, [...(after.get(uri) ?? []), diagnostic]);
    if (after.size > 0) this.#found.set(owner, after);
    else this.#found.delete(owner);
    for (const uri of new Set([owner, ...before.keys(), ...after.keys()])) this.send(uri, this.#in(uri));
  }

  #in(uri: string): Diagnostic[] {
    return [...this.#found.values()].flatMap((byDocument) => byDocument.get(uri) ?? []);
  }
}
