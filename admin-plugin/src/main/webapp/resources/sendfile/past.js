/* The page Past: its charts, and its links. */
'use strict';

Sendfile.page = async ({get, address, pageOf}) => {
  const charts = document.getElementById('charts');
  // Beside an invalid condition there is nothing.
  if (!charts) return;
  const {from, to, fits, chosen} = charts.dataset;
  let shown = {step: 60000};

  /* Goes to a stretch of time, milliseconds since the epoch. */
  const zoom = (since, until, show) => location.assign(address({since: Sendfile.iso(since), until: Sendfile.iso(until), page: '', ...show}));

  // A choice of rows keeps their order, which may have changed since the links were made.
  document.addEventListener('click', ({target}) => {
    // PrimeFaces gives its choice of columns no name, and its list a role that a list cannot have.
    document.querySelector('.ui-columntoggler')?.setAttribute('aria-label', 'Columns');
    document.querySelector('.ui-columntoggler ul')?.removeAttribute('role');
    const link = target.closest?.('.keeping a[href^="past.xhtml"]');
    if (!link) return;
    const url = new URL(link.href);
    // Nor is a condition lost that was typed, or chosen.
    for (const field of document.querySelectorAll('#filter [name]:not([type=hidden])')) {
      const before = field.defaultValue ?? field.querySelector('[selected]')?.value ?? '';
      if (field.value !== before) url.searchParams.set(field.name, field.value);
    }
    for (const name of ['sort', 'rows']) {
      const value = new URLSearchParams(location.search).get(name);
      if (value) url.searchParams.set(name, value);
    }
    link.href = url;
  }, true);

  const half = () => Math.max(shown.step, 60000) / 2;
  Sendfile.make({zoom, lead: (at) => zoom(at - half(), at + half()), events: (since, until) => zoom(since, until, {show: 'changes'})});
  const conditions = Object.fromEntries(new URLSearchParams(chosen));
  const ask = async (range) => (await get(pageOf('history', {...conditions, ...range}))) ?? {};
  let figures = await ask({from, to});
  const since = figures.points?.[0]?.at;
  // A server that began lately has its figures at the edge of a period that nobody has chosen.
  if (fits === 'true' && since - from > to - since) figures = await ask({from: since, to});
  if (!figures.points) {
    Sendfile.draw({...shown, now: +to, from: +from, to: +to, points: [], marks: []});
    return;
  }
  // The history has series of applications and roots; of another choice, the downloads that are remembered.
  if (chosen) document.getElementById('of').textContent = /^&(application|root)=[^&]*$/.test(chosen) ? ' · of the chosen ' + chosen.slice(1).split('=')[0] : ` · of remembered downloads${since ? ', from ' + Sendfile.full(since) : ''}`;
  shown = figures;
  Sendfile.draw(shown);
};
