/* The live page: polls for new figures, draws charts and tables. Also dialogs and messages of all pages. */
(() => {
  'use strict';

  const INTERVAL = 2000;
  const PATIENCE = 20000;
  const MINUTES = 15;
  // Averaging window, ms: kernels take the bytes for slow clients in lumps.
  const WINDOW = 30000;
  const byId = (id) => document.getElementById(id);

  // A separate window needs no link to open one.
  const own = byId('ownWindow');
  const framed = window.top !== window.self;
  if (framed) {
    own.href = location.href;
  } else {
    own.hidden = true;
    byId('signInAgain').search += '&own=true';
  }
  // Without TLS browsers do not send Sec-Fetch-Dest.
  document.documentElement.classList.toggle('framed', framed);

  /* ---- values as text ---- */

  const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

  function bytes(value) {
    let unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return (unit === 0 || value >= 99.95 ? value.toFixed(0) : value.toFixed(1)) + ' ' + UNITS[unit];
  }

  const rate = (value) => bytes(value) + '/s';
  const count = (value) => value.toLocaleString('en');

  function time(micros) {
    if (micros >= 10_000_000) return (micros / 1e6).toFixed(0) + ' s';
    if (micros >= 1_000_000) return (micros / 1e6).toFixed(1) + ' s';
    return micros >= 10_000 ? (micros / 1000).toFixed(0) + ' ms' : (micros / 1000).toFixed(1) + ' ms';
  }

  /* ---- dialogs: the focus returns to the opener, which may have been redrawn ---- */

  let opener = '';
  document.addEventListener('focusin', (event) => {
    if (!event.target.closest('.ui-dialog')) opener = event.target.id;
  });

  if (PrimeFaces.widget.Dialog) {
    PrimeFaces.widget.Dialog.prototype.returnFocus = () => {
      setTimeout(() => (byId(opener) || byId('content')).focus({preventScroll: true}));
    };
  }

  /* ---- messages: announced politely by their list; an alert cannot be a list item ---- */

  const polite = () => document.querySelectorAll('.ui-messages li').forEach((item) => item.removeAttribute('role'));
  jQuery(document).on('pfAjaxComplete', polite);
  polite();

  /* ---- dialogs of one transfer: by its id, as rows move ---- */

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-dialog]');
    if (!button) return;
    // A click does not do so in every browser.
    button.focus();
    const dialog = PF(button.dataset.dialog);
    const form = dialog.jq[0].querySelector('form');
    form.querySelector('input[type=hidden][id$=":id"]').value = button.dataset.id;
    form.querySelectorAll('[data-shows]').forEach((element) => {
      element.textContent = button.dataset[element.dataset.shows];
    });
    const field = form.querySelector('input[id$=":rate"]');
    if (field) {
      field.value = button.dataset.rate;
      field.removeAttribute('aria-invalid');
      field.classList.remove('ui-state-error');
      form.querySelectorAll('.ui-message').forEach((message) => message.replaceChildren());
    }
    dialog.show();
  });

  // Enter in a form without a button would reload the page.
  document.addEventListener('submit', (event) => event.submitter || event.preventDefault());

  /* ---- end of a page: lost session, failure of the server ---- */

  let over = false;

  function end(why) {
    over = true;
    byId(why).hidden = false;
  }

  jQuery(document)
    .on('pfAjaxError', (event, answer) => {
      if (answer.status) end(answer.status === 401 ? 'signedOut' : 'failed');
      else byId('noAnswer').hidden = false;
    })
    .on('pfAjaxSuccess', () => {
      byId('noAnswer').hidden = true;
    })
    .on('sendfileFailed', () => end('failed'));

  /* ---- unsaved changes ---- */

  /* Scrolls to the first invalid field; returns whether there is one. */
  window.showProblem = (args, form) => {
    const failed = !args || args.validationFailed === true;
    if (failed) byId(form).querySelector('[aria-invalid=true]')?.focus();
    return failed;
  };

  let leaves = false;

  const unsaved = () => !over && !leaves && document.querySelector('#settings\\:changes .changes, #settings [aria-invalid=true]');

  addEventListener('beforeunload', (event) => {
    if (unsaved()) event.preventDefault();
  });

  // The console removes the frame without asking it.
  if (framed) {
    const around = window.parent.document;
    const guard = (event) => {
      const control = event.target.closest('a, button, input');
      // Links that open and close nodes of the tree lead nowhere.
      if (!control || control.id.endsWith('_turner') || !unsaved()) return;
      leaves = window.parent.confirm('Leave Sendfile? What you changed is not saved.');
      if (leaves) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    around.addEventListener('click', guard, true);
    addEventListener('pagehide', () => around.removeEventListener('click', guard, true));
  }

  if (!byId('tiles')) return;

  /* ---- charts ---- */

  const CHARTS = {
    rateChart: {name: 'Throughput', tick: rate, least: 1000, series: [(s) => s.steady]},
    transfersChart: {name: 'Transfers', tick: count, least: 4, series: [(s) => s.active, (s) => s.waiting]},
    firstByteChart: {
      name: 'Time to the first byte',
      tick: (ms) => ms.toLocaleString('en'),
      text: (ms) => time(ms * 1000),
      least: 1,
      // The first line lies above the others; all stay visible where they meet.
      dashes: [[3, 3], [9, 5], []],
      series: ['p50', 'p90', 'p99'].map((p) => (s) => s[p] / 1000),
    },
  };
  // The span grows with the known samples; in minutes.
  const SPANS = [{length: 1, step: 0.5}, {length: 2, step: 1}, {length: 5, step: 1}, {length: MINUTES, step: 5}];
  let samples = [];

  function chartOf(name) {
    const widget = PrimeFaces.widgets[name];
    return widget && widget.chart;
  }

  function ago(minutes) {
    if (minutes === 0) return 'now';
    return Number.isInteger(minutes) ? minutes + ' min' : minutes * 60 + ' s';
  }

  /* Clock time and age of a moment, in milliseconds from the last sample. */
  function moment(millis) {
    const seconds = Math.round(-millis / 1000);
    const past = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    return `${new Date(samples[samples.length - 1].at + millis).toLocaleTimeString()}, ${past} ago`;
  }

  function dress() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    for (const [name, {tick, least, dashes}] of Object.entries(CHARTS)) {
      const chart = chartOf(name);
      if (!chart) continue;
      chart.data.datasets.forEach((set, i) => {
        set.borderColor = set.backgroundColor = colour('--series-' + (i + 1));
        if (dashes) set.borderDash = dashes[i];
      });
      for (const axis of Object.values(chart.options.scales)) {
        axis.grid = {color: colour('--line')};
        axis.ticks.color = colour('--faint');
      }
      chart.options.scales.x.ticks.callback = ago;
      chart.options.scales.y.ticks.callback = tick;
      chart.options.scales.y.ticks.maxTicksLimit = 6;
      chart.options.scales.y.suggestedMax = least;
      if (name === 'transfersChart') chart.options.scales.y.ticks.precision = 0;
      Object.assign(chart.options.plugins.legend.labels, {color: colour('--ink'), usePointStyle: true, pointStyle: 'line', pointStyleWidth: 24});
      chart.options.plugins.tooltip = {
        callbacks: {
          title: (items) => (items.length ? moment(items[0].parsed.x * 60000) : ''),
          label: (item) => item.dataset.label + ': ' + tick(item.parsed.y),
        },
      };
    }
  }

  function draw() {
    if (!samples.length) return;
    const now = samples[samples.length - 1].at;
    const known = (now - samples[0].at) / 60000;
    const span = SPANS.find((s) => s.length >= known) || SPANS[SPANS.length - 1];
    for (const [id, {name, series, tick, text = tick}] of Object.entries(CHARTS)) {
      const chart = chartOf(id);
      if (!chart) continue;
      const said = chart.data.datasets.map((set, i) => {
        set.data = samples.map((s) => ({x: (s.at - now) / 60000, y: series[i](s)}));
        const values = set.data.map((point) => point.y);
        return `${set.label}: now ${text(values[values.length - 1])}, peak ${text(Math.max(...values))}`;
      });
      chart.options.scales.x.min = -span.length;
      chart.options.scales.x.ticks.stepSize = span.step;
      chart.update('none');
      // For screen readers, which read it on focus, not on each change.
      chart.canvas.setAttribute('role', 'img');
      chart.canvas.setAttribute('aria-label', `${name}, the last ${span.length} min. ${said.join('. ')}.`);
    }
  }

  /* ---- tables; all values are inserted as text ---- */

  /* Puts a text, or a link as {text, href, id, label}, into a cell; one that is there stays, with its focus. */
  function put(element, cell) {
    let target = element;
    if (cell.href) {
      target = element.querySelector('a') || element.appendChild(document.createElement('a'));
      target.href = cell.href;
      target.id = cell.id;
      target.setAttribute('aria-label', cell.label);
    }
    const text = cell.href ? cell.text : cell;
    if (target.textContent !== text) target.textContent = text;
  }

  function row(cells) {
    const tr = document.createElement('tr');
    cells.forEach((cell, i) => {
      const element = document.createElement(i === 0 ? 'th' : 'td');
      if (i === 0) element.scope = 'row';
      put(element, cell);
      tr.append(element);
    });
    return tr;
  }

  /* Whether these rows are there already, by their first cells and the kinds of the others. */
  const fits = (shown, rows) =>
    shown.length === rows.length &&
    rows.every((cells, i) =>
      cells.length === shown[i].cells.length &&
      cells[0] === shown[i].cells[0].textContent &&
      cells.every((cell, j) => !cell.href === !shown[i].cells[j].querySelector('a')));

  function fill(name, rows, none) {
    const body = document.querySelector(`table[data-table=${name}] tbody`);
    if (fits(body.rows, rows)) rows.forEach((cells, i) => cells.forEach((cell, j) => put(body.rows[i].cells[j], cell)));
    else body.replaceChildren(...(rows.length ? rows.map(row) : [nothing(none)]));
  }

  function nothing(why) {
    const cell = document.createElement('td');
    cell.className = 'nothing';
    cell.colSpan = 9;
    cell.textContent = why;
    const tr = document.createElement('tr');
    tr.append(cell);
    return tr;
  }

  const tile = (name, text) => {
    document.querySelector(`[data-tile=${name}]`).textContent = text;
  };

  const tileOf = (name, used, most) => {
    const limit = document.createElement('small');
    limit.textContent = ' of ' + most;
    document.querySelector(`[data-tile=${name}]`).replaceChildren(used, most ? limit : '');
  };

  /* Byte totals over the averaging window, by table and row. */
  const before = {};

  function add(sample) {
    const last = samples[samples.length - 1];
    sample.sent = last ? last.sent + (sample.rate * (sample.at - last.at)) / 1000 : 0;
    const first = samples.findLast((s) => s.at <= sample.at - WINDOW) || samples[0];
    sample.steady = first ? ((sample.sent - first.sent) * 1000) / (sample.at - first.at) : 0;
    samples.push(sample);
  }

  function steady(known, at, bytes) {
    if (known.length && bytes < known[known.length - 1].bytes) known.length = 0;
    known.push({at, bytes});
    while (known.length > 2 && known[1].at <= at - WINDOW) known.shift();
    return at > known[0].at ? ((bytes - known[0].bytes) * 1000) / (at - known[0].at) : 0;
  }

  const traffic = (r) => [count(r.active), count(r.waiting), count(r.started), count(r.completed), count(r.refused), bytes(r.bytes)];

  function rated(name, rows, at, none) {
    const last = before[name] || {};
    const next = {};
    fill(
      name,
      rows.map((r) => {
        next[r.name] = last[r.name] || [];
        return [r.name, rate(steady(next[r.name], at, r.bytes)), ...traffic(r)];
      }),
      none,
    );
    before[name] = next;
  }

  const config = new URLSearchParams(location.search).get('config');

  /* Rows of names and numbers, each of which leads to its ended transfers or refusals. */
  function counts(object, condition, what) {
    return Object.entries(object).map(([name, n]) => {
      const address = new URLSearchParams({[condition]: name, ...(config && {config})});
      const text = count(n);
      const link = {text, href: 'ended.xhtml?' + address, id: `${condition}-${name}`, label: `${text} ${what} ${name}`};
      return [name, n ? link : text];
    });
  }

  function show(live) {
    const known = samples.length ? samples[samples.length - 1].at : 0;
    live.samples.filter((s) => s.at > known).forEach(add);
    const now = samples[samples.length - 1];
    samples = samples.filter((s) => s.at >= now.at - MINUTES * 60000);
    draw();
    const drain = byId('drain');
    drain.hidden = !live.drain;
    drain.textContent = live.drain.charAt(0).toUpperCase() + live.drain.slice(1);
    const totals = live.totals;
    tile('rate', rate(now.steady));
    const limits = live.limits;
    tileOf('active', count(now.active), count(limits.maxActive));
    tileOf('waiting', count(now.waiting), count(limits.maxWaiting));
    tileOf('workers', count(limits.workersBusy), count(limits.workers));
    tileOf('memory', bytes(limits.claimedBytes), limits.maxClaimedBytes && bytes(limits.maxClaimedBytes));
    tile('p50', totals.started ? time(now.p50) : '–');
    tile('p99', totals.started ? time(now.p99) : '–');
    tile('bytes', bytes(totals.bytes));
    tile('zeroCopy', totals.bytes ? Math.floor((100 * totals['bytes-zero-copy']) / totals.bytes) + ' %' : '–');
    fill('outcomes', counts(totals.outcomes, 'outcome', 'transfers'), 'none');
    fill('refused', counts(totals.reasons, 'reason', 'refusals'), 'No refusals.');
    fill('statuses', counts(totals.statuses, 'status', 'responses'), 'No responses.');
    rated('listeners', live.listeners, now.at, 'No listeners.');
    rated('roots', live.roots, now.at, 'No roots, so every file is refused: add one under Configuration.');
    fill(
      'buffers',
      live.buffers.map((b) => [b.name, b.policy, count(b.inUse), bytes(b.inUseBytes), bytes(b.highWaterBytes), bytes(b.reservedBytes), count(b.exhausted)]),
      'No listeners.',
    );
  }

  /* ---- polling, while the page is visible ---- */

  let timer = 0;
  let asked = 0;

  async function ask() {
    timer = 0;
    if (over) return;
    const since = samples.length ? samples[samples.length - 1].at : 0;
    try {
      const answer = await fetch('live?since=' + since, {
        headers: {Accept: 'application/json'},
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (answer.status === 401) {
        end('signedOut');
        return;
      }
      if (answer.ok) show(await answer.json());
      byId('noAnswer').hidden = answer.ok;
      // Every other time, as Faces costs several times as much as the figures; and never while
      // a request is under way: they would pile up before a slow server.
      if (answer.ok && ++asked % 2 === 0 && PrimeFaces.ajax.Queue.isEmpty()) drawTransfers();
    } catch (e) {
      byId('noAnswer').hidden = false;
    }
    next();
  }

  function next() {
    if (!over && !timer && !document.hidden) timer = setTimeout(ask, INTERVAL);
  }

  document.addEventListener('visibilitychange', () => {
    if (over) return;
    clearTimeout(timer);
    timer = 0;
    if (!document.hidden) ask();
  });

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    dress();
    draw();
  });

  // PrimeFaces makes the charts when the document is ready.
  jQuery(() => {
    dress();
    ask();
  });
})();
