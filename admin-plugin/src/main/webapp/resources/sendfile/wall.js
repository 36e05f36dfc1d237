/* The wall display: polls while it is visible, for as long as it is open, and says loudly when its figures are old. */
(() => {
  'use strict';

  const INTERVAL = 2000;
  const PATIENCE = 20000;
  /* Age of a figure from which on it is old, and part of a limit from which on it is nearly used. */
  const OLD = 15000;
  const FULL = 0.9;
  const MOST_PROBLEMS = 4;
  const target = new URLSearchParams(location.search).get('target');
  const REASONS = {
    401: 'This key is not accepted, or there is no wall display',
    ...(target && {404: `The domain has no server or cluster ${target}`}),
    503: 'The server is starting',
  };

  const {bytes, rate, count, time} = Sendfile;
  const second = Sendfile.clock({hour: '2-digit', minute: '2-digit', second: '2-digit'});
  const byId = (id) => document.getElementById(id);

  const live = {now: 0, step: INTERVAL, points: [], marks: []};
  /* Moments of the last response and the last new sample, by a clock that nobody sets. */
  let answered = performance.now();
  let sampled = answered;
  let asOf = '';
  let reason = '';

  /* ---- figures; all values are inserted as text ---- */

  const element = (name, text, className = '') => Object.assign(document.createElement(name), {textContent: text, className});

  const figure = (name, text, limit = '') => {
    document.querySelector(`[data-figure=${name}]`).replaceChildren(text, ...(limit ? [element('small', ' of ' + limit)] : []));
  };

  /* A limit of 0 is none. */
  function limit(name, used, most, text) {
    const bar = document.querySelector(`[data-limit=${name}]`);
    bar.max = most || 1;
    bar.value = most ? used : 0;
    bar.hidden = !most;
    bar.parentElement.classList.toggle('full', most > 0 && used >= FULL * most);
    figure(name, text(used), most && text(most));
  }

  function outcomes(totals) {
    const all = Object.entries(totals.outcomes).filter(([name, n]) => n || name === 'completed');
    const cells = [...all, ['refused', totals.refused]].map(([name, n]) => {
      const cell = document.createElement('div');
      cell.append(element('dt', name), element('dd', count(n)));
      return cell;
    });
    byId('outcomes').replaceChildren(...cells);
  }

  function problems(all) {
    const shown = all.length > MOST_PROBLEMS ? all.slice(0, MOST_PROBLEMS - 1) : all;
    const more = all.length - shown.length;
    const lines = shown.map(({severity, text}) => element('li', text, severity));
    if (more) lines.push(element('li', `${more} more problems`));
    byId('problems').hidden = !all.length;
    byId('problems').replaceChildren(...lines);
  }

  function show(answer) {
    const {now, totals, limits, times} = answer;
    Sendfile.setOffset(answer.offset);
    document.title = 'Sendfile: ' + answer.name;
    byId('name').textContent = answer.host ? `${answer.name} on ${answer.host}` : answer.name;
    problems(answer.problems);
    // No server has answered.
    if (!totals) return;
    answered = performance.now();
    asOf = byId('clock').textContent = second(now);
    if (answer.samples.length) sampled = answered;
    live.now = now;
    live.points = Sendfile.samples(live.points, answer);
    Sendfile.draw(live);
    const last = live.points[live.points.length - 1] || {rate: 0, active: totals.active, waiting: totals.waiting};
    figure('rate', rate(last.rate));
    figure('active', count(last.active));
    figure('waiting', count(last.waiting));
    figure('p50', 'p50' in times ? time(times.p50) : '–');
    figure('p99', 'p99' in times ? time(times.p99) : '–');
    limit('places', last.active, limits.maxActive, count);
    limit('queue', last.waiting, limits.maxWaiting, count);
    limit('workers', limits.workersBusy, limits.workers, count);
    limit('memory', limits.claimedBytes, limits.maxClaimedBytes, bytes);
    outcomes(totals);
    byId('drain').hidden = !answer.drain;
    byId('drain').textContent = answer.drain.charAt(0).toUpperCase() + answer.drain.slice(1);
  }

  /* ---- alarm ---- */

  function age(millis) {
    const seconds = Math.round(millis / 1000);
    if (seconds < 120) return seconds + ' s';
    return seconds < 7200 ? Math.floor(seconds / 60) + ' min' : Math.floor(seconds / 3600) + ' h';
  }

  function watch() {
    const now = performance.now();
    const silent = now - answered > OLD;
    const idle = now - sampled > OLD;
    let text = '';
    if (reason || silent) text = reason || 'The server does not answer';
    else if (idle) text = 'The server takes no samples';
    if (text && asOf) text += ` · figures are ${age(now - Math.min(answered, sampled))} old`;
    byId('alarm').hidden = !text;
    if (byId('alarm').textContent !== text) byId('alarm').textContent = text;
    document.body.classList.toggle('old', text !== '');
  }

  /* ---- polling, while the page is visible; never before the last response ---- */

  let timer = 0;
  let asking = false;

  async function ask() {
    asking = true;
    try {
      const last = live.points[live.points.length - 1];
      const address = 'wall?' + new URLSearchParams({since: last ? last.at : 0, ...(target && {target})});
      // Without cookies: a session must not hide that the key is wrong.
      const answer = await fetch(address, {
        headers: {Accept: 'application/json', 'Wall-Display-Key': location.hash.slice(1)},
        credentials: 'omit',
        signal: AbortSignal.timeout(PATIENCE),
      });
      reason = answer.ok ? '' : REASONS[answer.status] || `The server answers with status ${answer.status}`;
      if (answer.ok) show(await answer.json());
    } catch (e) {
      reason = '';
    }
    asking = false;
    watch();
    next(INTERVAL);
  }

  function next(wait) {
    clearTimeout(timer);
    if (!asking && !document.hidden) timer = setTimeout(ask, wait);
  }

  document.addEventListener('visibilitychange', () => next(0));
  setInterval(watch, 1000);

  const font = parseFloat(getComputedStyle(document.documentElement).fontSize);
  // A whole size: with fractions Chart.js may find that a legend does not fit by a rounding error.
  Sendfile.make({font: Math.round(0.8 * font), width: Math.max(2, font / 7)});
  ask();
})();
