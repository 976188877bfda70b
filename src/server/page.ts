/** The page: submits a program and shows the events of its job as text. Everything that came from elsewhere is put in as text. */

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lemmata</title>
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<main>
<h1>Lemmata</h1>
<form id="form">
<label for="source">Program</label>
<textarea id="source" rows="14" spellcheck="false">extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  if (i != n) reach_error();
}
</textarea>
<button>Verify</button> <button type="button" id="cancel" disabled>Cancel</button>
</form>
<p id="state" role="status">connecting</p>
<h2>Events</h2>
<ol id="events"></ol>
</main>
</body>
</html>
`;

const CSS = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
label { display: block; }
textarea { box-sizing: border-box; width: 100%; font: 14px/1.4 ui-monospace, monospace; }
#events { font: 13px/1.5 ui-monospace, monospace; padding-left: 3.5rem; overflow-wrap: anywhere; }
`;

const SCRIPT = `const find = (id) => document.getElementById(id);
const show = (text) => { find('state').textContent = text; };
let socket = null;
let job = location.hash.slice(1) || null;
let last = 0;

const send = (message) => socket.send(JSON.stringify(message));

function connect() {
  socket = new WebSocket(location.origin.replace(/^http/, 'ws') + '/api/stream', 'lemmata.v1');
  socket.onmessage = ({ data }) => take(JSON.parse(data));
  socket.onclose = () => { show('connection lost, trying again'); setTimeout(connect, 1000); };
}

function take(message) {
  switch (message.type) {
    case 'welcome':
      show('connected');
      if (job !== null) send({ type: 'watch', job, after: last });
      break;
    case 'accepted':
      job = message.job;
      history.replaceState(null, '', '#' + job);
      break;
    case 'snapshot':
      show(message.state);
      find('cancel').disabled = message.state !== 'queued' && message.state !== 'running';
      break;
    case 'event':
      if (message.job === job) add(message);
      break;
    case 'error':
      show(message.message);
  }
}

function add({ number, event: { kind, time, ...rest } }) {
  last = number;
  const item = document.createElement('li');
  item.value = number;
  item.textContent = (time / 1000).toFixed(2) + ' s ' + kind + ' ' + JSON.stringify(rest);
  find('events').append(item);
  if (kind === 'started') show('running');
  if (!['verdict', 'failed', 'cancelled', 'interrupted'].includes(kind)) return;
  show(kind === 'verdict' ? rest.result.verdict : kind === 'failed' ? rest.message : kind);
  find('cancel').disabled = true;
}

find('form').onsubmit = (event) => {
  event.preventDefault();
  if (job !== null) send({ type: 'unwatch', job });
  find('events').replaceChildren();
  last = 0;
  job = null;
  find('cancel').disabled = false;
  send({ type: 'submit', keep: true, task: { files: [{ name: 'program.c', text: find('source').value }] } });
};
find('cancel').onclick = () => { if (job !== null) send({ type: 'cancel', job }); };
connect();
`;

export const PAGE: ReadonlyMap<string, { readonly type: string; readonly text: string }> = new Map([
  ['/', { type: 'text/html; charset=utf-8', text: HTML }],
  ['/page.css', { type: 'text/css; charset=utf-8', text: CSS }],
  ['/page.js', { type: 'text/javascript; charset=utf-8', text: SCRIPT }],
]);
