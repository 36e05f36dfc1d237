/* The wall display: polls while it is visible, for as long as it is open, and says loudly when its figures are old. */
(() => {
  'use strict';

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

  const {bytes, count, element, figure} = Sendfile;
  const byId = (id) => document.getElementById(id);
  /* Why there are no new figures, and whether there are any. */
  let reason = '';
  let isShown = false;

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
    const {totals, limits} = answer;
    document.title = 'Sendfile: ' + answer.name;
    byId('name').textContent = answer.host ? `${answer.name} on ${answer.host}` : answer.name;
    problems(answer.problems);
    // No server has answered.
    if (!totals) return;
    isShown = true;
    const last = Sendfile.take(answer);
    Sendfile.draw(Sendfile.live);
    figure('active', count(last.active));
    figure('waiting', count(last.waiting));
    limit('places', last.active, limits.maxActive, count);
    limit('queue', last.waiting, limits.maxWaiting, count);
    limit('workers', limits.workersBusy, limits.workers, count);
    limit('memory', limits.claimedBytes, limits.maxClaimedBytes, bytes);
    outcomes(totals);
  }

  /* ---- alarm ---- */

  function watch() {
    const [answered, sampled] = Sendfile.ages();
    let text = reason;
    if (!text && answered > OLD) text = 'The server does not answer';
    if (!text && sampled > OLD) text = 'The server takes no samples';
    if (text && isShown) text += ` · figures are ${Sendfile.age(Math.max(answered, sampled))} old`;
    byId('alarm').hidden = !text;
    if (byId('alarm').textContent !== text) byId('alarm').textContent = text;
    document.body.classList.toggle('old', text !== '');
  }

  /* ---- polling ---- */

  async function ask(since) {
    try {
      const address = 'wall?' + new URLSearchParams({since, ...(target && {target})});
      // Without cookies: a session must not hide that the key is wrong.
      const answer = await Sendfile.load(address, {'Wall-Display-Key': location.hash.slice(1)}, {credentials: 'omit'});
      reason = answer.ok ? '' : REASONS[answer.status] || `The server answers with status ${answer.status}`;
      if (answer.ok) show(await answer.json());
    } catch (e) {
      reason = '';
    }
    watch();
  }

  setInterval(watch, 1000);

  // A whole size: with fractions Chart.js may find that a legend does not fit by a rounding error.
  Sendfile.make({font: () => Math.round(0.8 * parseFloat(getComputedStyle(document.documentElement).fontSize))});
  Sendfile.poll(ask);
})();
