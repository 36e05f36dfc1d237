/* All pages: dialogs, messages, the address, and the lists of pages that redraw themselves. */
(() => {
  'use strict';

  const byId = (id) => document.getElementById(id);

  /* ---- the reader's zone, which the server learns from the first page ---- */

  const {timeZone} = Intl.DateTimeFormat().resolvedOptions();
  const told = `sendfileZone=${timeZone}`;
  if (document.documentElement.dataset.zone !== timeZone && !document.cookie.split('; ').includes(told)) {
    document.cookie = `${told}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
    // A browser that keeps no cookies gets the times of the server.
    if (document.cookie.includes(told)) location.reload();
  }

  // A separate window needs no link to open one.
  const own = byId('ownWindow');
  const framed = window.top !== window.self;
  own.hidden = !framed;
  const name = new URLSearchParams(byId('signInAgain').search).get('page');
  /* What leads from the console back to this page as it is now. */
  function way() {
    const state = btoa(location.search.slice(1)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
    return `?${new URLSearchParams({page: name, state, ...(!framed && {own: true})})}`;
  }
  const outside = framed && window.parent.location.href;
  /* Follows a change of the address, which a reload of the console's window keeps. */
  window.follow = () => {
    if (!framed) return;
    own.href = location.href;
    window.parent.history.replaceState(null, '', '/sendfile/page.jsf' + way());
  };
  follow();
  if (framed) addEventListener('pagehide', () => window.parent.history.replaceState(null, '', outside));
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

  const sortedColumn = (table) => table.querySelector('th:is([aria-sort=ascending], [aria-sort=descending])');

  /* Whether parts are open, which are redrawn as they were at first. */
  const folds = new Map();
  document.addEventListener('toggle', ({target}) => {
    if (target.closest('.redrawn')) folds.set(target.id, target.open);
  }, true);
  const polite = () => {
    // A long address of IPv6 breaks at a colon in its middle.
    document.querySelectorAll('td.client > :is(a, bdi)').forEach((address) => {
      const text = address.textContent;
      const half = text.indexOf(':', text.length / 2 - 3) + 1;
      if (half && text.length > 20) address.replaceChildren(text.slice(0, half), document.createElement('wbr'), text.slice(half));
    });
    folds.forEach((isOpen, id) => byId(id)?.toggleAttribute('open', isOpen));
    document.querySelectorAll('.ui-messages li').forEach((item) => item.removeAttribute('role'));
    // In a small window the list of orders would claim its first one.
    document.querySelectorAll('[id$=_reflowDD]').forEach((orders) => {
      const table = orders.closest('.ui-datatable');
      const column = sortedColumn(table) ?? table.querySelector('th.at-first');
      orders.value = `${column?.id}_${column?.ariaSort === 'ascending' ? 0 : 1}`;
    });
    // Several tables may have pages.
    document.querySelectorAll('.ui-paginator').forEach((pages) => pages.setAttribute('aria-labelledby', pages.closest('section').getAttribute('aria-labelledby')));
  };
  jQuery(document).on('pfAjaxComplete', polite);
  polite();

  /* ---- buttons outside of the form that acts ---- */

  document.addEventListener('click', ({target}) => {
    const button = target.closest('[data-clicks]');
    if (!button) return;
    // A click does not do so in every browser.
    button.focus();
    byId(button.dataset.clicks).click();
  });

  /* ---- dialogs of one transfer: by its id, as rows move ---- */

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-dialog]');
    if (!button) return;
    // A click does not do so in every browser.
    button.focus();
    const dialog = PF(button.dataset.dialog);
    const form = dialog.jq[0].querySelector('form');
    const {value, dataset} = button.closest('tr').querySelector('[name=row]');
    form.querySelector('input[type=hidden][id$=":id"]').value = value;
    form.querySelectorAll('[data-shows]').forEach((element) => {
      element.textContent = dataset[element.dataset.shows];
    });
    const field = form.querySelector('input[id$=":rate"]');
    if (field) {
      field.value = dataset.rate;
      field.removeAttribute('aria-invalid');
      field.classList.remove('ui-state-error');
      form.querySelectorAll('.ui-message').forEach((message) => message.replaceChildren());
    }
    dialog.show();
  });

  /* ---- dialog of a limit: on the client, application or root of a row or group, or on any ---- */

  document.addEventListener('click', (event) => {
    const until = event.target.closest('[data-until]');
    if (until) {
      byId('limitForm:until').value = until.dataset.until;
      return;
    }
    const button = event.target.closest('[data-limit]');
    if (!button) return;
    button.focus();
    const {limit, value, client, name, application, file} = button.dataset;
    const subjects = limit !== 'true'
      ? [[limit, limit, value]]
      : [['client', 'client', client], ['client', 'client by the name', name], ['application', 'application', application], ['root', 'root', file?.split(':', 1)[0]]];
    const whom = byId('limited');
    whom.replaceChildren(...subjects.filter(([, , text]) => text).map(([option, label, text]) => new Option(`${label} ${text}`, `${option}=${text}`)));
    // One alone is seen in its field.
    whom.parentElement.hidden = whom.length < 2;
    whom.onchange = () => {
      byId('limitForm:whom').value = whom.value || 'name=';
      byId('limitForm:open').click();
    };
    whom.onchange();
  });

  /* ---- dialog that takes a change back ---- */

  document.addEventListener('click', ({target}) => {
    const button = target.closest('[data-undo]');
    if (!button) return;
    button.focus();
    byId('undo:change').value = button.dataset.undo;
    byId('undo:open').click();
  });

  /* ---- choice of a server: the rest of the address stays, but the configuration goes with it ---- */

  byId('target')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const url = new URL(location.href);
    url.searchParams.set('target', byId('targetName').value);
    url.searchParams.delete('config');
    location.assign(url);
  });

  /* ---- a text to be copied; the clipboard is for pages over TLS alone ---- */

  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copies]');
    if (!button) return;
    const text = byId(button.dataset.copies);
    getSelection().selectAllChildren(text);
    const copied = await navigator.clipboard?.writeText(text.textContent).then(() => true, () => false);
    button.textContent = copied || document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C';
  });

  /* Enter presses the button that a form is for: neither one that is unseen, nor one for many rows beside a filter. */
  document.addEventListener('keydown', (event) => {
    const others = '[hidden], .ui-button-secondary';
    if (event.key !== 'Enter' || !event.target.matches('input') || !event.target.form?.querySelector('[type=submit]')?.matches(others)) return;
    event.preventDefault();
    event.target.form.querySelector(`[type=submit]:not(${others})`)?.click();
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
    // A page of a table that has not come is not marked as shown.
    if (PrimeFaces.widget.Paginator) PrimeFaces.widget.Paginator.prototype.updateUI = () => {};
    // Leads back to the page as it is now.
    byId('signInAgain').search = way();
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

  /* Leads to the first invalid field, to the harmless answer to a question, or back to the one that was pressed; returns whether there is a problem. */
  window.showProblem = (args, form, pressed) => {
    const failed = !args || args.validationFailed === true;
    if (failed) (byId(form).querySelector('[aria-invalid=true], [role=alert] ~ .buttons .ui-button-secondary') ?? byId(pressed))?.focus();
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

  /* ---- state of the page, which the address has ---- */

  /* Server, instance or cluster of the page; empty for the administration server. */
  const {target} = byId('content').dataset;
  const config = new URLSearchParams(location.search).get('config');
  let asked = location.search;

  /* The address of a page, with the server of this one. */
  const pageOf = (name, conditions) => `${name}?${new URLSearchParams({...conditions, ...(config && {config}), ...(target && {target})})}`;

  /* The address of this page with other values; null and empty ones go. */
  function address(changes) {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(changes)) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    return url.href;
  }

  /* Goes to an address without loading the page: what it shows is there already. */
  function step(href, isNew = true) {
    if (href === location.href) return;
    history[isNew ? 'pushState' : 'replaceState'](null, '', href);
    asked = location.search;
    follow();
  }

  // Fragments are steps, too, but of the same page; a configuration shows what is asked for by itself.
  addEventListener('popstate', () => {
    if (location.search !== asked && !byId('sift')) location.reload();
  });

  const last = (id) => id.split(':').pop();

  /* The fields that choose rows, and order and page of their table, where it is there. */
  function work(isNew) {
    const state = {};
    document.querySelectorAll(':is(input, select).addressed').forEach((field) => {
      state[last(field.id)] = field.value.trim();
    });
    const table = document.querySelector('.ui-datatable.addressed');
    if (table) {
      const sorted = sortedColumn(table);
      const page = table.querySelector('.ui-paginator-page.ui-state-active')?.textContent;
      const rows = table.querySelector('.ui-paginator-rpp-options');
      state.sort = sorted && (sorted.ariaSort === 'descending' ? '-' : '') + last(sorted.id);
      state.page = page !== '1' && page;
      state.rows = rows && rows.value !== rows.options[0].value && rows.value;
    }
    step(address(state), isNew);
  }

  jQuery(document).on('pfAjaxComplete', () => work(true));

  /* The response to a request, null if there is none. */
  async function get(address) {
    const answer = await Sendfile.load(address).catch(() => ({ok: false}));
    if (answer.status === 401) end('signedOut');
    tellSilence(!answer.ok);
    return answer.ok ? answer.json() : null;
  }

  /* The figures and choices of this page alone. */
  const page = (!byId('unknown') && window.Sendfile?.page?.({get, address, step, pageOf})) || {};

  /* Time for which a list waits after the last move of a pointer over it, ms. */
  const HOLD = 10000;
  let moved = -HOLD;
  addEventListener('pointermove', () => {
    moved = performance.now();
  });

  const isHeld = (id) => byId(id).matches(':has(:focus-visible)' + (performance.now() - moved < HOLD ? ', :hover' : ''));

  /* Draws lists anew, but for those that are held when the answer is there. */
  function redraw(lists, after = () => {}) {
    const formId = document.querySelector('form:has([name="jakarta.faces.ViewState"])').id;
    PrimeFaces.ab({source: formId, formId, process: '@none', update: lists.join(' '), global: false, oncomplete() {
      polite();
      page.choose?.();
    }, onsuccess() {
      after();
      return lists.some(isHeld);
    }});
  }

  if (!byId('pause')) {
    // Its problems alone change by themselves.
    setInterval(() => over || document.hidden || isHeld('problems') || !PrimeFaces.ajax.Queue.isEmpty() || redraw(['problems']), HOLD);
    return;
  }

  /* ---- a page that redraws itself ---- */

  /* Age of a figure from which on it is old, ms. */
  const OLD = 15000;
  const LISTS = [...document.querySelectorAll('.redrawn')].map(({id}) => id);

  /* Moment of the last figures, by a clock that nobody sets. */
  let drawn = performance.now();

  window.drawLists = (lists = LISTS) => {
    // An order that was asked for while the list was redrawn is shown by the list after that.
    work(false);
    redraw(lists, () => (drawn = performance.now()));
  };

  function drawFreeLists() {
    const free = LISTS.filter((id) => !isHeld(id));
    byId('held').hidden = free.length === LISTS.length;
    // Never while a request is under way: they would pile up before a slow server.
    if (free.length && PrimeFaces.ajax.Queue.isEmpty()) drawLists(free);
  }

  let polls = 0;

  async function ask(known) {
    if (over) return;
    if (await page.ask?.(known)) drawn = performance.now();
    // Every other time, as Faces costs several times as much as figures.
    if (!over && ++polls % 2 === 0) drawFreeLists();
    watch();
  }

  let isPaused = false;

  /* Old figures must not be taken for new ones; a pause says so itself. */
  function watch() {
    document.body.classList.toggle('old', !isPaused && (over || isSilent || performance.now() - drawn > OLD));
  }

  byId('pause').addEventListener('click', ({target}) => {
    isPaused = !isPaused;
    target.textContent = isPaused ? 'Go on' : 'Pause';
    halt(isPaused);
    watch();
  });

  setInterval(watch, 1000);
  halt = Sendfile.poll(ask);
})();
