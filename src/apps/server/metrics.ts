import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The numbers that `/metrics` shows, in the format of Prometheus. */
export class Metrics {
  readonly registry = new Registry();
  readonly submitted = new Counter({
    name: 'lemmata_jobs_submitted_total',
    help: 'Jobs accepted',
    registers: [this.registry],
  });
  readonly ended = new Counter({
    name: 'lemmata_jobs_ended_total',
    help: 'Ended jobs, by outcome',
    labelNames: ['how'],
    registers: [this.registry],
  });
  readonly refused = new Counter({
    name: 'lemmata_requests_refused_total',
    help: 'Refused requests, by reason',
    labelNames: ['why'],
    registers: [this.registry],
  });
  readonly sent = new Counter({
    name: 'lemmata_events_sent_total',
    help: 'Events sent to clients',
    registers: [this.registry],
  });
  readonly skipped = new Counter({
    name: 'lemmata_events_superseded_total',
    help: 'Events not sent to a client because newer ones superseded them',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'lemmata_' });
  }

  /** A number that is read on request. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}
