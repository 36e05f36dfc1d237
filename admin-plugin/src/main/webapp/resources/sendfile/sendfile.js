/* The live page: polls for new figures, fills charts and tables. Also dialogs and messages of all pages. */
(() => {
  'use strict';

  // Averaging window, ms: kernels take the bytes for slow clients in lumps.
  const WINDOW = 30000;
  /* Polls of the figures from one of a longer range to the next. */
  const HISTORY_POLLS = 10;
  const MOST_MARKS = 50;
  /* Age of a figure from which on it is old, ms. */
  const OLD = 15000;
  const byId = (id) => document.getElementById(id);

  // A separate window needs no link to open one.
  const own = byId('ownWindow');
  const framed = window.top !== window.self;
  if (framed) {
    own.href = location.href;
  } else {
    own.hidden = true;
  }
  // Without TLS browsers do not send Sec-Fetch-Dest.
  document.documentElement.classList.toggle('framed', framed);

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

  const polite = () => {
    document.querySelectorAll('.ui-messages li').forEach((item) => item.removeAttribute('role'));
    // Several tables may have pages.
    document.querySelectorAll('.ui-paginator').forEach((pages) => pages.setAttribute('aria-labelledby', pages.closest('section').getAttribute('aria-labelledby')));
  };
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

  /* ---- groups: a click adds the word of the filter that leaves only this one ---- */

  document.addEventListener('click', (event) => {
    const group = event.target.closest('[data-word]');
    if (!group) return;
    const filter = byId('running:filter');
    const grouping = byId('running:group');
    filter.value = `${filter.value} ${group.dataset.word}`.trim();
    grouping.value = '';
    grouping.dispatchEvent(new Event('change', {bubbles: true}));
    filter.focus();
  });

  /* ---- choice of a server: the rest of the address stays, but the configuration goes with it ---- */

  byId('target')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const url = new URL(location.href);
    url.searchParams.set('target', byId('targetName').value);
    url.searchParams.delete('config');
    location.assign(url);
  });

  // Enter in a form without a button would reload the page.
  document.addEventListener('submit', (event) => event.submitter || event.preventDefault());

  /* ---- end of a page: lost session, failure of the server ---- */

  let over = false;
  let isSilent = false;
  /* Stops the polling of a page that polls. */
  let halt = () => {};

  function end(why) {
    over = true;
    halt(true);
    // Leads back to the page as it is now.
    const again = byId('signInAgain');
    const page = new URLSearchParams(again.search).get('page');
    const state = btoa(location.search.slice(1)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
    again.search = new URLSearchParams({page, state, ...(!framed && {own: true})});
    byId(why).hidden = false;
  }

  function tellSilence(yes) {
    isSilent = yes;
    byId('noAnswer').hidden = over || !yes;
  }

  jQuery(document)
    .on('pfAjaxError', (event, answer) => {
      if (answer.status) end(answer.status === 401 ? 'signedOut' : 'failed');
      else tellSilence(true);
    })
    .on('pfAjaxSuccess', () => tellSilence(false))
    .on('sendfileFailed', () => end('failed'));

  /* ---- unsaved changes ---- */

  /* Leads to the first invalid field, or to the button that answers a question; returns whether there is one. */
  window.showProblem = (args, form) => {
    const failed = !args || args.validationFailed === true;
    if (failed) byId(form).querySelector('[aria-invalid=true], [role=alert] ~ .buttons button')?.focus();
    return failed;
  };

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-default]');
    if (!button) return;
    const field = button.closest('.setting').querySelector('input, select');
    field.value = button.dataset.default;
    field.dispatchEvent(new Event('change', {bubbles: true}));
    field.focus();
  });

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

  const {RANGES, LIVE, bytes, rate, count, full, live, element, figure} = Sendfile;
  const inAddress = () => {
    const asked = new URLSearchParams(location.search).get('range');
    return asked in RANGES ? asked : LIVE;
  };
  let range = inAddress();
  const unknown = () => ({now: Date.now(), step: 1, points: [], marks: []});
  /* What the charts show: the samples, or the response for a longer range. */
  let shown = range === LIVE ? live : unknown();

  function draw() {
    Sendfile.draw(shown, range);
    document.querySelectorAll('[data-span]').forEach((element) => {
      element.textContent = RANGES[range].span;
    });
    const when = (at, i) => ({text: full(at), href: around(at), id: 'mark-' + i, label: 'Downloads ended around ' + full(at)});
    const marks = shown.marks.map((m, i) => [count(i + 1), when(m.at, i), m.kind, m.who || '–', m.text]);
    fill('marks', marks.reverse().slice(0, MOST_MARKS), 'None in this range.');
    byId('marksShown').textContent = marks.length > MOST_MARKS ? `; the last ${MOST_MARKS} of ${count(marks.length)}` : '';
  }

  const config = new URLSearchParams(location.search).get('config');
  /* Server, instance or cluster of the page; empty for the administration server. */
  const {target} = byId('content').dataset;

  /* An address with the server of the page, or another. */
  function pageOf(name, conditions, server = target) {
    const all = new URLSearchParams({...conditions, ...(config && {config}), ...(server && {target: server})});
    return `${name}?${all}`;
  }

  /* The address of the ended transfers with these conditions. */
  const ended = (conditions) => pageOf('ended.xhtml', conditions);

  /* The downloads in progress around a moment, as far as they have ended. */
  function around(at) {
    const half = Math.max(shown.step, WINDOW) / 2;
    const time = (ms) => new Date(Math.round(ms)).toISOString();
    return ended({since: time(at - half), until: time(at + half)});
  }

  /* Leads to the downloads of a moment: those that run if it is the present. */
  function lead(at) {
    if (shown.now - at > Math.max(shown.step, WINDOW)) {
      location.href = around(at);
      return;
    }
    byId('runningTitle').focus({preventScroll: true});
    byId('runningTitle').scrollIntoView();
  }

  /* ---- tables ---- */

  /* Puts a text, or a link as {text, href, id, label}, into a cell; one that is there stays, with its focus. */
  function put(field, cell) {
    let target = field;
    if (cell.href) {
      target = field.querySelector('a') || field.appendChild(document.createElement('a'));
      target.href = cell.href;
      target.id = cell.id;
      target.setAttribute('aria-label', cell.label);
    }
    const text = cell.href ? cell.text : cell;
    if (target.textContent !== text) target.textContent = text;
  }

  function line(cells) {
    const tr = document.createElement('tr');
    tr.append(...cells);
    return tr;
  }

  const nothing = (why) => line([Object.assign(element('td', why, 'nothing'), {colSpan: 9})]);

  const row = (cells) => line(cells.map((cell, i) => {
    const field = Object.assign(element(i === 0 ? 'th' : 'td', ''), i === 0 && {scope: 'row'});
    put(field, cell);
    return field;
  }));

  /* Whether these rows are there already, by their first cells and the kinds of the others. */
  const fits = (shown, rows) =>
    shown.length === rows.length &&
    rows.every((cells, i) =>
      cells.length === shown[i].cells.length &&
      (cells[0].text || cells[0]) === shown[i].cells[0].textContent &&
      cells.every((cell, j) => !cell.href === !shown[i].cells[j].querySelector('a')));

  function fill(name, rows, none) {
    const body = document.querySelector(`table[data-table=${name}] tbody`);
    if (rows.length && fits(body.rows, rows)) {
      rows.forEach((cells, i) => cells.forEach((cell, j) => put(body.rows[i].cells[j], cell)));
      return;
    }
    const focused = body.contains(document.activeElement) && document.activeElement.id;
    body.replaceChildren(...(rows.length ? rows.map(row) : [nothing(none)]));
    if (focused) byId(focused)?.focus({preventScroll: true});
  }

  /* Byte totals over the averaging window, by table and row. */
  let before = {};

  function steady(known, at, bytes) {
    if (known.length && bytes < known[known.length - 1].bytes) known.length = 0;
    known.push({at, bytes});
    while (known.length > 2 && known[1].at <= at - WINDOW) known.shift();
    return at > known[0].at ? ((bytes - known[0].bytes) * 1000) / (at - known[0].at) : 0;
  }

  const traffic = (r) => [count(r.active), count(r.waiting), count(r.started), count(r.completed), count(r.refused), bytes(r.bytes)];

  function rated(name, rows, at, none, first = (r) => r.name, others = []) {
    const last = before[name] || {};
    const next = {};
    fill(
      name,
      rows.map((r) => {
        next[r.name] = last[r.name] || [];
        return [first(r), rate(steady(next[r.name], at, r.bytes)), ...traffic(r)];
      }).concat(others),
      none,
    );
    before[name] = next;
  }

  let answered = '';

  /* The instances of a cluster, and those that do not answer. */
  function showInstances({instances, failures, now}) {
    const names = instances.map((i) => i.name).join();
    // The sum of others would look like traffic.
    if (names !== answered) before = {};
    answered = names;
    byId('instances').hidden = !instances.length && !failures.length;
    const link = ({name}) => ({text: name, href: pageOf('live.xhtml', {range}, name), id: `instance-${name}`, label: `Instance ${name}`});
    const lost = failures.map((failure) => [link({name: failure.split(': ', 1)[0]}), 'no response', ...Array(6).fill('–')]);
    rated('instances', instances, now, 'None responds.', link, lost);
    byId('instancesTitle').textContent = failures.length ? `Instances: ${instances.length} of ${instances.length + failures.length} answered` : 'Instances';
    const silent = byId('failures');
    silent.hidden = !failures.length;
    silent.replaceChildren(...failures.map((failure) => element('li', failure)));
  }

  /* Rows of names and numbers, each of which leads to its ended transfers or refusals. */
  function counts(object, condition, what) {
    return Object.entries(object).map(([name, n]) => {
      const text = count(n);
      const link = {text, href: ended({[condition]: name}), id: `${condition}-${name}`, label: `${text} ${what} ${name}`};
      return [name, n ? link : text];
    });
  }

  function show(answer) {
    const {now, totals, limits} = answer;
    showInstances(answer);
    // No server has answered.
    if (!totals) return;
    const last = Sendfile.take(answer);
    if (shown === live) draw();
    figure('active', count(last.active), count(limits.maxActive));
    figure('waiting', count(last.waiting), count(limits.maxWaiting));
    figure('workers', count(limits.workersBusy), count(limits.workers));
    figure('memory', bytes(limits.claimedBytes), limits.maxClaimedBytes && bytes(limits.maxClaimedBytes));
    figure('bytes', bytes(totals.bytes));
    figure('zeroCopy', totals.bytes ? Math.floor((100 * totals['bytes-zero-copy']) / totals.bytes) + ' %' : '–');
    refused = totals.refused;
    fill('outcomes', counts(totals.outcomes, 'outcome', 'transfers'), 'none');
    fill('refused', counts(totals.reasons, 'reason', 'refusals'), 'No refusals.');
    fill('statuses', counts(totals.statuses, 'status', 'responses'), 'No responses.');
    rated('listeners', answer.listeners, now, 'No listeners.');
    rated('roots', answer.roots, now, 'No roots, so every file is refused: add one under Configuration.');
    fill(
      'buffers',
      answer.buffers.map((b) => [b.name, b.policy, count(b.inUse), bytes(b.inUseBytes), bytes(b.highWaterBytes), bytes(b.reservedBytes), count(b.exhausted)]),
      'No listeners.',
    );
  }

  /* ---- lists drawn by the server, which wait while somebody is at them ---- */

  /* Time for which a list waits after the last move of a pointer over it, ms. */
  const HOLD = 10000;
  const LISTS = ['running:shown', 'problems', 'refusals'];
  let moved = -HOLD;
  addEventListener('pointermove', () => {
    moved = performance.now();
  });

  const isHeld = (id) => byId(id).matches(':has(:focus-visible)' + (performance.now() - moved < HOLD ? ', :hover' : ''));

  /* Refusals counted, and those of the list. */
  let refused = -1;
  let listed = -1;

  window.drawTransfers = (lists = LISTS) => {
    // An order that was asked for while the list was redrawn is shown by the list after that.
    work();
    PrimeFaces.ab({source: 'running', formId: 'running', process: '@none', update: lists.join(' '), global: false, oncomplete: polite, onsuccess() {
      const isLate = lists.some(isHeld);
      if (isLate) listed = -1;
      return isLate;
    }});
  };

  function drawLists() {
    const free = LISTS.filter((id) => !isHeld(id) && (id !== 'refusals' || refused !== listed));
    byId('held').hidden = free.includes('running:shown');
    // Never while a request is under way: they would pile up before a slow server.
    if (!free.length || !PrimeFaces.ajax.Queue.isEmpty()) return;
    if (free.includes('refusals')) listed = refused;
    drawTransfers(free);
  }

  /* ---- polling ---- */

  let polls = 0;

  /* The response to a request, null if there is none. */
  async function get(address) {
    const answer = await Sendfile.load(address);
    if (answer.status === 401) end('signedOut');
    tellSilence(!answer.ok);
    return answer.ok ? answer.json() : null;
  }

  async function ask(since) {
    if (over) return;
    try {
      const answer = await get(pageOf('live', {since}));
      if (answer) show(answer);
      if (shown !== live && polls % HISTORY_POLLS === 0) await askHistory();
      // Every other time, as Faces costs several times as much as the figures.
      if (answer && ++polls % 2 === 0) drawLists();
    } catch (e) {
      tellSilence(true);
    }
    watch();
  }

  let isPaused = false;

  /* Old figures must not be taken for new ones; a pause says so itself. */
  function watch() {
    document.body.classList.toggle('old', !isPaused && (over || isSilent || Math.max(...Sendfile.ages()) > OLD));
  }

  byId('pause').addEventListener('click', ({target}) => {
    isPaused = !isPaused;
    target.textContent = isPaused ? 'Go on' : 'Pause';
    halt(isPaused);
    watch();
  });

  async function askHistory() {
    const of = range;
    const answer = await get(pageOf('history', {range: of}));
    if (answer && of === range) {
      shown = answer;
      draw();
    }
  }

  /* ---- state of the page, which the address has ---- */

  const choices = document.querySelectorAll('[data-range]');

  function address(changes) {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(changes)) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    return url.href;
  }

  function mark() {
    choices.forEach((link) => {
      link.href = address({range: link.dataset.range});
      if (link.dataset.range === range) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
    byId('endedInRange').href = ended({since: range});
    document.querySelectorAll('a[href^="export?table=history"]').forEach((link) => {
      link.setAttribute('href', link.getAttribute('href').replace(/from=\w+/, 'from=' + range));
    });
    if (framed) own.href = location.href;
  }

  /* Filter, grouping, order and page of the running transfers. */
  function work() {
    const sorted = document.querySelector('#running th:is([aria-sort=ascending], [aria-sort=descending])');
    const page = document.querySelector('#running .ui-paginator-page.ui-state-active');
    const state = {filter: byId('running:filter').value.trim(), group: byId('running:group').value};
    // A list of groups has neither.
    if (!state.group) {
      state.sort = sorted && (sorted.ariaSort === 'descending' ? '-' : '') + sorted.id.split(':').pop();
      state.page = page && page.textContent !== '1' && page.textContent;
    }
    const href = address(state);
    if (href === location.href) return;
    history.replaceState(null, '', href);
    mark();
  }

  jQuery(document).on('pfAjaxComplete', work);

  async function choose(of) {
    range = of;
    mark();
    shown = of === LIVE ? live : unknown();
    try {
      if (shown === live) draw();
      else await askHistory();
    } catch (e) {
      tellSilence(true);
    }
  }

  choices.forEach((link) =>
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const of = link.dataset.range;
      // A step of the browser's history; the rest of the address follows what is shown.
      if (of !== range) history.pushState(null, '', address({range: of}));
      choose(of);
    }),
  );
  addEventListener('popstate', () => {
    if (inAddress() === range) return;
    choose(inAddress());
    work();
  });
  mark();

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    Sendfile.dress();
    draw();
  });

  Sendfile.make({lead});
  setInterval(watch, 1000);
  halt = Sendfile.poll(ask);
})();
