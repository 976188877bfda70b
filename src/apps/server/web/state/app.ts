import type { JobSummary, ServerLimits, ServerMessage, SubmittedTask } from '../../protocol.ts';
import type { NumberedEvent } from './event-parts.ts';
import { type Form, taskOf } from './form.ts';
import { advance, NO_RACE, type Race } from './race.ts';
import type { Route } from './route.ts';

/** The whole state of the live page. */
export interface App {
  readonly route: Route;
  /** `signed-out`: the server wants its token first. */
  readonly connection: 'connecting' | 'open' | 'lost' | 'signed-out';
  readonly limits: ServerLimits | null;
  /** Whether workers of a queue run the jobs. */
  readonly cluster: boolean;
  /** Whether single jobs can be shared by links. */
  readonly shareLinks: boolean;
  readonly form: Form;
  /** Whether a submission waits for its answer. */
  readonly submitting: boolean;
  readonly jobs: readonly JobSummary[] | null;
  /** The job that the route shows. */
  readonly job: WatchedJob | null;
  /** The last refusal of the server, in its words. */
  readonly problem: string | null;
}

interface WatchedJob {
  readonly id: string;
  readonly race: Race;
  readonly task: SubmittedTask | null;
}

export type Action =
  | { readonly kind: 'routed'; readonly route: Route }
  | { readonly kind: 'connection'; readonly state: App['connection'] }
  | { readonly kind: 'received'; readonly messages: readonly ServerMessage[] }
  | { readonly kind: 'form'; readonly form: Form }
  | { readonly kind: 'submitting' }
  | { readonly kind: 'task'; readonly job: string; readonly task: SubmittedTask }
  | { readonly kind: 'problem'; readonly text: string | null };

export function initialApp(route: Route, form: Form): App {
  return {
    route,
    connection: 'connecting',
    limits: null,
    cluster: false,
    shareLinks: false,
    form,
    submitting: false,
    jobs: null,
    job: jobOf(route, null),
    problem: null,
  };
}

export function reduce(app: App, action: Action): App {
  switch (action.kind) {
    case 'routed':
      return { ...app, route: action.route, job: jobOf(action.route, app.job), problem: null };
    case 'connection':
      // Pending requests stay without an answer.
      return { ...app, connection: action.state, submitting: action.state === 'open' && app.submitting };
    case 'received':
      return received(app, action.messages);
    case 'form':
      return { ...app, form: action.form };
    case 'submitting':
      return { ...app, submitting: true, problem: null };
    case 'task':
      return app.job?.id === action.job ? { ...app, job: { ...app.job, task: action.task } } : app;
    case 'problem':
      return { ...app, problem: action.text };
  }
}

function jobOf(route: Route, before: WatchedJob | null): WatchedJob | null {
  if (route.page !== 'job') return null;
  return before?.id === route.job ? before : { id: route.job, race: NO_RACE, task: null };
}

/** Applies consecutive events of one job together. */
function received(app: App, messages: readonly ServerMessage[]): App {
  const events: NumberedEvent[] = [];
  let after = app;
  for (const message of messages) {
    if (message.type === 'event') {
      if (message.job === after.job?.id) events.push(message);
    } else {
      after = answered(after, message);
    }
  }
  return after.job === null || events.length === 0
    ? after
    : { ...after, job: { ...after.job, race: advance(after.job.race, events) } };
}

function answered(app: App, message: Exclude<ServerMessage, { type: 'event' }>): App {
  switch (message.type) {
    case 'welcome':
      return {
        ...app,
        connection: 'open',
        limits: message.limits,
        cluster: message.cluster ?? false,
        shareLinks: message.shareLinks ?? false,
      };
    case 'accepted': {
      const route: Route = { page: 'job', job: message.job };
      return { ...app, submitting: false, route, job: { id: message.job, race: NO_RACE, task: taskOf(app.form) } };
    }
    case 'snapshot':
      return app.job?.id === message.job
        ? { ...app, job: { ...app.job, race: { ...app.job.race, ...standing(message) } } }
        : app;
    case 'jobs':
      return { ...app, jobs: message.jobs };
    case 'done':
      return app;
    case 'error':
      return { ...app, submitting: false, problem: message.message };
    default:
      return app;
  }
}

function standing(
  snapshot: Extract<ServerMessage, { type: 'snapshot' }>,
): Pick<Race, 'kind' | 'state' | 'omitted' | 'submitted' | 'lemmata'> {
  const { kind, state, omitted, submitted = null, lemmata = null } = snapshot;
  return { kind, state, omitted, submitted, lemmata };
}
