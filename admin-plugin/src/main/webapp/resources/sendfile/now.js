/* The page Now: figures and charts, groups, and rows that are chosen. */
'use strict';

Sendfile.page = ({get, address, step, pageOf}) => {
  // Averaging window, ms: kernels take the bytes for slow clients in lumps.
  const WINDOW = 30000;
  /* Polls of the figures from one of a longer range to the next. */
  const HISTORY_POLLS = 10;
  const {RANGES, LIVE, count, few, iso, live, figure} = Sendfile;
  const byId = (id) => document.getElementById(id);

  /* ---- charts ---- */

  const choices = document.querySelectorAll('[data-range]');
  const wanted = new URLSearchParams(location.search).get('range');
  let range = wanted in RANGES ? wanted : LIVE;
  const unknown = (isAsked = true) => ({now: Date.now(), step: 1, points: [], marks: [], isAsked});
  /* What the charts show: the samples, or the response for a longer range. */
  let shown = range === LIVE ? live : unknown();
  let polls = 0;

  const draw = () => Sendfile.draw(shown, range);

  /* The page Past about a stretch of time. */
  const past = (from, to, show) => pageOf('past.xhtml', {since: iso(from), until: iso(to), ...show});

  /* Leads to the downloads of a moment: those that run if it is the present. */
  function lead(at) {
    const half = Math.max(shown.step, WINDOW) / 2;
    if (shown.now - at > 2 * half) {
      location.href = past(at - half, at + half);
      return;
    }
    byId('runningTitle').focus({preventScroll: true});
    byId('runningTitle').scrollIntoView();
  }

  async function askHistory() {
    const of = range;
    const answer = await get(pageOf('history', {range: of}));
    if (of === range && (answer || shown.isAsked)) {
      shown = answer ?? unknown(false);
      draw();
    }
  }

  function mark() {
    choices.forEach((link) => {
      link.href = address({range: link.dataset.range});
      if (link.dataset.range === range) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
    byId('pastOfRange').href = pageOf('past.xhtml', {since: range});
  }

  choices.forEach((link) =>
    link.addEventListener('click', async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      range = link.dataset.range;
      step(address({range}));
      mark();
      shown = range === LIVE ? live : unknown();
      if (shown === live) draw();
      else {
        draw();
        await askHistory();
      }
    }),
  );
  mark();

  Sendfile.make({
    lead,
    zoom: (from, to) => location.assign(past(from, to)),
    events: (from, to) => location.assign(past(from, to, {show: 'changes'})),
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

  /* ---- chosen rows: by their ids, as they move ---- */

  const chosen = new Set();

  /* Actions on many are there for rows that were chosen or filtered. */
  function choose() {
    document.querySelectorAll('#running input[name=row]').forEach((box) => {
      box.checked = chosen.has(box.value);
    });
    byId('running:chosen').value = [...chosen].join(' ');
    const many = byId('many');
    const filtered = Number(many.dataset.filtered);
    many.hidden = !chosen.size && !filtered;
    byId('manyOf').textContent = chosen.size ? `${count(chosen.size)} chosen` : `${count(filtered)} filtered`;
  }

  byId('running').addEventListener('change', ({target}) => {
    if (target.name !== 'row') return;
    if (target.checked) chosen.add(target.value);
    else chosen.delete(target.value);
    choose();
  });
  jQuery(document).on('pfAjaxComplete', choose);
  choose();

  /* ---- figures ---- */

  async function ask(known) {
    const answer = await get(pageOf('live', known));
    // No server has answered if there are none.
    if (answer?.samples) {
      const now = Sendfile.take(answer);
      if (shown === live) draw();
      figure('active', count(now.active), count(answer.maxActive));
      figure('waiting', count(now.waiting), count(answer.maxWaiting));
      figure('refused', few(now.refused || 0));
      figure('incomplete', few((now.failed || 0) + (now.aborted || 0) + (now.stopped || 0)));
    } else if (shown === live && !live.points.length) {
      Sendfile.draw(unknown(false));
    }
    if (shown !== live && polls++ % HISTORY_POLLS === 0) await askHistory();
    return answer?.samples;
  }

  return {ask, choose};
};
