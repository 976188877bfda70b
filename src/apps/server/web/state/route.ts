/** The view of the page: the part of its address after `#`, so that addresses can be stored and shared. */
export type Route =
  | { readonly page: 'new' }
  | { readonly page: 'jobs' }
  | { readonly page: 'machines' }
  | { readonly page: 'job'; readonly job: string }
  /** A job that anybody may read who knows the secret. */
  | { readonly page: 'shared'; readonly secret: string };

export function readRoute(fragment: string): Route {
  const job = /^#\/jobs\/([A-Za-z0-9_-]{22})$/.exec(fragment);
  if (job !== null) return { page: 'job', job: job[1] };
  const shared = /^#\/shared\/([A-Za-z0-9_-]{43})$/.exec(fragment);
  if (shared !== null) return { page: 'shared', secret: shared[1] };
  if (fragment === '#/machines') return { page: 'machines' };
  return fragment === '#/jobs' ? { page: 'jobs' } : { page: 'new' };
}

export function fragmentOf(route: Route): string {
  switch (route.page) {
    case 'new':
      return '#/';
    case 'jobs':
      return '#/jobs';
    case 'machines':
      return '#/machines';
    case 'job':
      return `#/jobs/${route.job}`;
    case 'shared':
      return `#/shared/${route.secret}`;
  }
}
