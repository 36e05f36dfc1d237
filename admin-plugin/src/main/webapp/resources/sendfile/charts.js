/* Figures as text, and the charts, of the pages. */
window.Sendfile = (() => {
  'use strict';

  // The file of Chart.js also defines a widget, where PrimeFaces is there or not.
  window.PrimeFaces ??= {widget: {DeferredWidget: {extend: () => null}}};

  const MINUTE = 60000;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;

  /* ---- values as text ---- */

  const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

  function bytes(value) {
    const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(value / 999.5) / 3) + 1));
    const amount = value / 1000 ** unit;
    return (unit === 0 || amount >= 99.95 ? amount.toFixed(0) : amount.toFixed(1)) + ' ' + UNITS[unit];
  }

  /* A moment in an address, in whole seconds. */
  const iso = (at) => new Date(at).toISOString().replace(/\.\d+/, '');
  const rate = (value) => bytes(value) + '/s';
  const count = (value) => value.toLocaleString('en');
  const few = (value) => count(Math.round(value * 10) / 10);

  function time(micros) {
    const [amount, unit] = micros >= 1e6 ? [micros / 1e6, ' s'] : [micros / 1e3, ' ms'];
    // An axis of powers goes below a tenth.
    return (amount > 0 && amount < 0.1 ? amount.toPrecision(1) : amount.toFixed(amount >= 10 ? 0 : 1)) + unit;
  }

  function age(millis) {
    const seconds = Math.round(millis / 1000);
    if (seconds < 120) return seconds + ' s';
    return seconds < 7200 ? Math.floor(seconds / 60) + ' min' : Math.floor(seconds / 3600) + ' h';
  }

  /* Times are those of the reader's zone, each by the clock of its own day. */
  const ahead = (at) => -new Date(at).getTimezoneOffset() * MINUTE;
  const clock = (form, format = new Intl.DateTimeFormat('en-GB', form)) => (at) => format.format(at);
  const second = clock({hour: '2-digit', minute: '2-digit', second: '2-digit'});
  const hours = clock({hour: '2-digit', minute: '2-digit'});
  const day = clock({weekday: 'short', day: 'numeric'});
  const date = clock({day: 'numeric', month: 'short'});
  /* A moment as all pages tell it. */
  const full = clock(null, new Intl.DateTimeFormat('sv', {dateStyle: 'short', timeStyle: 'medium'}));

  const RANGES = {
    '15m': {length: 15 * MINUTE, words: 'the last 15 min'},
    '1h': {length: HOUR, words: 'the last hour'},
    '1d': {length: DAY, words: 'the last day'},
    '1w': {length: 7 * DAY, words: 'the last week'},
    '1y': {length: 365 * DAY, words: 'the last year'},
  };
  const LIVE = '15m';

  /* ---- present figures; all values are inserted as text ---- */

  const INTERVAL = 2000;
  const PATIENCE = 20000;
  const live = {now: 0, step: INTERVAL, points: [], marks: []};

  const byId = (id) => document.getElementById(id);
  const element = (name, text, className = '') => Object.assign(document.createElement(name), {textContent: text, className});

  function figure(name, text, limit) {
    const of = limit ? [element('small', ' of ' + limit)] : [];
    document.querySelector(`[data-figure=${name}]`).replaceChildren(element('span', text), ...of);
  }

  /* Takes an answer into the figures of the last quarter of an hour; returns its newest sample. */
  function take({now, samples, active, waiting, marks: fresh, marksAfter}) {
    // A clock that was set back leaves none of its future.
    const isRecent = ({at}) => at >= now - RANGES[LIVE].length && at <= now + MINUTE;
    const points = [...live.points, ...samples].filter(isRecent);
    const marks = [...live.marks.filter(({at}) => at <= marksAfter), ...fresh].filter(isRecent);
    Object.assign(live, {now, points, marks});
    const last = points.at(-1) || {rate: 0, active, waiting};
    figure('rate', rate(last.rate));
    for (const part of ['p50', 'p99']) figure(part, part in last ? time(last[part]) : '–');
    byId('clock').textContent = second(now);
    return last;
  }

  const load = (address) => fetch(address, {headers: {Accept: 'application/json'}, signal: AbortSignal.timeout(PATIENCE)});

  /* Asks again and again while the page is visible, never before the last answer; returns a switch that stops it. */
  function poll(ask) {
    let timer = 0, isBusy = false, isStopped = false;
    function next(wait) {
      clearTimeout(timer);
      if (!isBusy && !isStopped && !document.hidden) timer = setTimeout(run, wait);
    }
    async function run() {
      isBusy = true;
      const since = live.points.at(-1)?.at ?? 0;
      const marks = live.marks.filter(({at}) => at > since - MINUTE);
      await ask({since, marks: marks.length, last: marks.at(-1)?.at ?? 0});
      isBusy = false;
      next(INTERVAL);
    }
    document.addEventListener('visibilitychange', () => next(0));
    next(0);
    return (stops) => {
      isStopped = stops;
      next(0);
    };
  }

  /* ---- charts ---- */

  /* Without an ended transfer there is no time. */
  const millis = (percentile) => (s) => (percentile in s ? s[percentile] / 1000 : NaN);
  const perMinute = (name) => (s) => s[name] || 0;
  /* Of what is an administrator's doing the history has no highest. */
  const meanPerMinute = (name) => Object.assign(perMinute(name), {isMean: true});

  const CHARTS = {
    rateChart: {name: 'Throughput', tick: rate, least: 1000, lines: {Sent: (s) => s.rate}},
    transfersChart: {name: 'Transfers', tick: few, least: 4, whole: true, lines: {'In progress': (s) => s.active, Waiting: (s) => s.waiting}},
    firstByteChart: {
      name: 'Time to the first byte', tick: (ms) => time(ms * 1000), least: 1, varies: true,
      lines: {'50 %': millis('p50'), '90 %': millis('p90'), '99 %': millis('p99')},
    },
    missedChart: {
      name: 'Refused and incomplete per minute', tick: few, least: 4,
      lines: {Refused: perMinute('refused'), Failed: perMinute('failed'), Aborted: perMinute('aborted'), 'Kept out': meanPerMinute('keptOut'), Stopped: meanPerMinute('stopped')},
    },
  };
  // The first line lies above the others; all stay visible where they meet.
  const DASHES = {1: [[]], 2: [[], []], 3: [[3, 3], [9, 5], []], 5: [[3, 3], [9, 5], [1, 4], [12, 3, 3, 3], []]};
  /* The highest of a minute, where a point is the mean of many: thin lines behind those of the means, in the same order. */
  const HIGH = {isHigh: true, borderWidth: 1, pointRadius: 0, order: 1};
  const highOf = (chart, i) => chart.data.datasets[chart.data.datasets.length / 2 + i];
  let shown = {now: 0, step: 1, points: [], highest: [], marks: [], isAsked: true};
  /* Clock time of a moment, and its age where that is short. */
  const moment = (at) => (shown.from ? full(at) : `${full(at)}, ${age(shown.now - at)} ago`);

  /* Words for the time of a point, by its length. */
  const SPANS = {[INTERVAL]: 'average of 30 s', 10000: 'by 10 s', [MINUTE]: 'by minute', [5 * MINUTE]: 'by 5 minutes', [15 * MINUTE]: 'by 15 minutes',
    [HOUR]: 'by hour', [6 * HOUR]: 'by 6 hours', [DAY]: 'by day'};
  /* A scale for milliseconds beside minutes. */
  const POWERS = {type: 'logarithmic', suggestedMin: 1, suggestedMax: 10, afterBuildTicks: (axis) => (axis.ticks = axis.ticks.filter(({value}) => Number.isInteger(Math.log10(value))))};
  /* Distances of labels. */
  const TICKS = [...[1, 2, 5, 15, 30].map((n) => n * MINUTE), ...[1, 3, 6, 12].map((n) => n * HOUR), ...[1, 2, 7, 14, 30, 61, 122].map((n) => n * DAY)];

  function ticks(axis) {
    const room = (tick) => (tick < DAY ? 3.7 : 4) * Chart.defaults.font.size;
    const tick = TICKS.find((each) => (each / (axis.max - axis.min)) * axis.width >= room(each)) ?? 366 * DAY;
    const label = (at) => (tick >= 7 * DAY ? date : (at + ahead(at)) % DAY === 0 ? day : hours)(at);
    axis.ticks = [];
    const first = axis.min + ahead(axis.min);
    for (let wall = Math.ceil(first / tick) * tick; wall <= axis.max + ahead(axis.max); wall += tick) {
      const at = wall - ahead(wall - ahead(axis.min));
      axis.ticks.push({value: at, text: label(at)});
    }
  }

  const probe = document.head.appendChild(document.createElement('i'));
  /* A colour of the page, as light or dark as it is. */
  function colour(name) {
    // Forced colours would give all lines the same one.
    probe.style.cssText = `forced-color-adjust: none; color: var(${name})`;
    return getComputedStyle(probe).color;
  }

  /* Pointer, {chart, x}, and the moment of its values, at; moments of a drag, {from, to}; whether the last press is no click. */
  let pointer = null, band = null, isDrag = false;

  /* An element of a change, and what became of it; of the whole configuration, the setting is named alone. */
  const CHANGE = /sendfile-(?:config|(\w+ [^:]+)): (?:(\S+) is (.+), was (.+)|(\S+).*)$/s;
  const KINDS = {mended: 'problem over', drained: 'drain', resumed: 'drain over'};

  /* Words for a mark, from many to few. */
  function titles({kind, text}) {
    const [, element, name, value, old, deed] = (kind === 'configuration' && CHANGE.exec(text)) || [];
    if (deed) return [`${element ?? 'setting'} ${deed}`, element ?? deed];
    if (name) return [`${[element, name].filter(Boolean).join(' ')} ${old} → ${value}`, element ?? name];
    const word = KINDS[kind] ?? kind;
    return kind.endsWith('deployed') ? [`${kind} ${text}`, kind] : [word, word];
  }

  /* A mark as a sentence; the names of elements are those of commands without their prefix. */
  const whole = ({at, kind, who, text}) =>
    `${full(at)} ${kind === 'configuration' ? '' : `${KINDS[kind] ?? kind}: `}${text.replace('sendfile-config: ', '').replace('sendfile-', '')}${who && ', by ' + who}`;

  /* Height of the labels of marks above a chart, where they hide no line. */
  const ROOM = 16;

  /* The marks of a chart in bundles, {x, marks}: those that lie together are one line, as hundreds would be a block. */
  const NEAR = 28;
  function bundles({chartArea: {left, right}, scales: {x}}) {
    const marks = shown.marks.map((mark) => ({mark, x: Math.round(x.getPixelForValue(mark.at))})).filter((each) => each.x >= left && each.x <= right);
    return marks.sort((a, b) => a.x - b.x).reduce((all, {mark, x: place}) => {
      if (place - all.at(-1)?.x < NEAR) all.at(-1).marks.push(mark);
      else all.push({x: place, marks: [mark]});
      return all;
    }, []);
  }

  /* Least height of a plot: below a legend of many lines its chart grows. */
  const LEAST = 40;

  const overlay = {
    id: 'sendfileOverlay',
    afterLayout({canvas, height, chartArea: {top, bottom}}) {
      canvas.parentNode.style.height = `${Math.ceil(height + LEAST - (bottom - top))}px`;
    },
    afterDatasetsDraw(chart) {
      const {ctx, chartArea: {left, right, top, bottom}, scales: {x}} = chart;
      const place = (at) => Math.round(x.getPixelForValue(at));
      ctx.save();
      Object.assign(ctx, {font: `${Chart.defaults.font.size}px ${Chart.defaults.font.family}`, textBaseline: 'top', fillStyle: colour('--faint')});
      if (!shown.points.length) ctx.fillText(shown.isAsked ? 'Loading …' : 'No figures of this time.', left + 8, (top + bottom) / 2);
      bundles(chart).forEach(({x: at, marks}, i, all) => {
        for (let y = top; y < bottom; y += 5) ctx.fillRect(at, y, 1, 2);
        const texts = marks.length > 1 ? [`${marks.length} events`] : titles(marks[0]);
        // A whole text or none: the tip has more.
        const text = texts.find((each) => ctx.measureText(each).width < (all[i + 1]?.x ?? right) - at - 6);
        if (text) ctx.fillText(text, at + 3, top - ROOM + 2);
      });
      if (pointer?.at) ctx.fillRect(place(pointer.at), top, 1, bottom - top);
      ctx.globalAlpha = 0.3;
      if (isDrag && band) ctx.fillRect(place(band.from), top, place(band.to) - place(band.from), bottom - top);
      ctx.restore();
    },
  };

  /* Most pixels between a mark and what points at it. */
  const REACH = 8;
  /* The marks of the bundle at a place of a chart, the next one first. */
  function pointed({chart, x: place}) {
    const distance = ({at}) => Math.abs(chart.scales.x.getPixelForValue(at) - place);
    const all = bundles(chart).map(({marks}) => marks.sort((a, b) => distance(a) - distance(b)));
    return all.sort(([one], [other]) => distance(one) - distance(other)).find(([next]) => distance(next) <= REACH) ?? [];
  }

  /* Most marks of a tip, and its distance from the pointer. */
  const MOST = 3;
  const ASIDE = 12;

  /* Values and marks at the pointer, below its chart; none in the others, which a tip would hide. */
  function tell(chart, active, tick) {
    const {canvas, data, scales} = chart;
    const marks = pointer?.chart === chart ? pointed(pointer) : [];
    const tip = canvas.parentNode.querySelector('.tip') ?? canvas.parentNode.appendChild(element('div', '', 'tip'));
    tip.hidden = pointer?.chart !== chart || !(active.length || marks.length);
    if (tip.hidden) return;
    tip.role = 'status';
    const values = active.map(({datasetIndex: i, index}) => {
      const {label, data: points, borderColor} = data.datasets[i];
      const high = highOf(chart, i).data[index];
      const value = element('div', `${label}: ${tick(points[index].y)}${isThere(high) ? `, at most ${tick(high.y)}` : ''}`, 'value');
      value.style.borderColor = borderColor;
      return value;
    });
    const more = marks.length > MOST ? [`and ${marks.length - MOST} more; a click lists them`] : [];
    tip.replaceChildren(
      ...(active.length ? [element('strong', moment(pointer.at))] : []),
      ...values,
      ...[...marks.slice(0, MOST).map(whole), ...more].map((line) => element('div', line)),
    );
    const {left, bottom} = canvas.getBoundingClientRect();
    const x = left + (active.length ? scales.x.getPixelForValue(pointer.at) : pointer.x) + ASIDE;
    const {offsetWidth: width, offsetHeight: height} = tip;
    tip.style.left = `${Math.max(0, x + width > innerWidth ? x - 2 * ASIDE - width : x)}px`;
    tip.style.top = `${Math.max(0, Math.min(bottom, innerHeight - height))}px`;
  }

  /* Shows the moment of the pointer in all charts, and its values in that chart. */
  function point() {
    const at = pointer?.chart.scales.x.getValueForPixel(pointer.x);
    each((chart, {tick}) => {
      const {datasets} = chart.data;
      const index = datasets[0].data.reduce((best, {x}, i, all) => (Math.abs(x - at) < Math.abs(all[best].x - at) ? i : best), 0);
      if (pointer) pointer.at = datasets[0].data[index]?.x;
      const isShown = (set, i) => pointer && !set.isHigh && isThere(set.data[index]) && chart.isDatasetVisible(i);
      const active = datasets.flatMap((set, datasetIndex) => (isShown(set, datasetIndex) ? [{datasetIndex, index}] : []));
      chart.setActiveElements(active);
      chart.draw();
      tell(chart, active, tick);
    });
  }

  /* Where clicks and drags lead, by the page. */
  let ways = {};

  /* Leads to the marks at a place of a chart, or to its moment. */
  function lead(place) {
    const times = pointed(place).map(({at}) => at);
    if (times.length) ways.events(Math.min(...times) - MINUTE / 2, Math.max(...times) + MINUTE / 2);
    else ways.lead(place.chart.scales.x.getValueForPixel(place.x));
  }

  /* The cursor, and drags, of which a touch makes none: it scrolls the page. */
  function listen(chart) {
    const {canvas} = chart;
    const at = (x) => Math.round(chart.scales.x.getValueForPixel(Math.min(Math.max(x, chart.chartArea.left), chart.chartArea.right)));
    const actions = {
      pointerdown(event) {
        isDrag = false;
        if (event.button || event.pointerType === 'touch' || event.offsetY < chart.chartArea.top) return;
        // Nor a selection of text.
        event.preventDefault();
        canvas.setPointerCapture(event.pointerId);
        band = {x: event.offsetX, from: at(event.offsetX)};
      },
      pointermove({offsetX: x}) {
        pointer = {chart, x};
        if (!band) return;
        isDrag ||= Math.abs(x - band.x) > 5;
        band.to = at(x);
      },
      pointerup() {
        const [from, to] = [band?.from, band?.to].sort((a, b) => a - b);
        if (band && isDrag) ways.zoom(from, Math.max(to, from + MINUTE));
        band = null;
      },
      pointerleave: () => (pointer = band = null),
    };
    canvas.style.touchAction = 'pan-y';
    // Arrow keys lead from events to events, and Enter to their list.
    canvas.tabIndex = 0;
    canvas.addEventListener('blur', () => {
      actions.pointerleave();
      point();
    });
    canvas.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && pointer?.chart === chart) lead(pointer);
      const all = bundles(chart).map(({x}) => x);
      const from = pointer?.chart === chart ? pointer.x : chart.chartArea.right + 1;
      const x = {ArrowLeft: all.findLast((each) => each < from), ArrowRight: all.find((each) => each > from)}[event.key];
      if (!x) return;
      event.preventDefault();
      pointer = {chart, x};
      point();
    });
    for (const [name, action] of Object.entries(actions)) canvas.addEventListener(name, (event) => {
      action(event);
      point();
    });
  }

  addEventListener('keydown', ({key}) => {
    if (key !== 'Escape') return;
    // The release of the button is no click, either.
    isDrag = true;
    band = null;
    point();
  });

  const isThere = (point) => point && !Number.isNaN(point.y);

  // A point alone makes no line.
  const radius = ({dataset: {data, borderWidth}, dataIndex: i}) => (isThere(data[i - 1]) || isThere(data[i + 1]) ? 0 : borderWidth);

  /* Shows or hides a line with that of its highest. */
  function toggle(event, {datasetIndex: i}, {chart}) {
    const isVisible = !chart.isDatasetVisible(i);
    [i, chart.data.datasets.length / 2 + i].forEach((each) => chart.setDatasetVisibility(each, isVisible));
    chart.update('none');
  }

  /* Chart.js takes the style of a point, which has no dashes. */
  const dashed = (chart) => Chart.defaults.plugins.legend.labels.generateLabels(chart).map((label) => ({...label, lineDash: chart.data.datasets[label.datasetIndex].borderDash}));

  function options({lines, tick, least, whole, varies}) {
    return {
      animation: false, parsing: false, maintainAspectRatio: false, events: ['click'],
      onClick: ({x}, elements, chart) => isDrag || lead({chart, x}),
      plugins: {
        legend: {display: Object.keys(lines).length > 1, align: 'end', onClick: toggle, labels: {generateLabels: dashed, filter: ({datasetIndex: i}, {datasets}) => !datasets[i].isHigh, boxWidth: 12, usePointStyle: true, pointStyle: 'line', pointStyleWidth: 30, padding: 6}},
        tooltip: {enabled: false},
      },
      scales: {
        x: {type: 'linear', afterBuildTicks: ticks, ticks: {maxRotation: 0, autoSkip: false, callback: (at, i, all) => all[i].text}},
        marks: {axis: 'x', type: 'linear', position: 'top', ticks: {display: false}, grid: {display: false}, border: {display: false}, afterFit: (axis) => (axis.height = shown.marks.length ? ROOM : 0)},
        y: {beginAtZero: true, grace: '12%', suggestedMax: least, ...(varies && POWERS), ticks: {maxTicksLimit: 6, callback: tick, ...(whole && {precision: 0})}},
      },
    };
  }

  /* Charts on this page, which may lack some. */
  const each = (action) => Object.entries(CHARTS).forEach(([id, about]) => byId(id) && action(Chart.getChart(id), about));

  /* Gives the charts the colours of the page, which may change. */
  function dress() {
    Chart.defaults.plugins.legend.labels.color = colour('--ink');
    each((chart) => {
      for (const {grid, ticks} of Object.values(chart.options.scales)) [grid.color, ticks.color] = [colour('--line'), colour('--faint')];
      const number = chart.data.datasets.length / 2;
      chart.data.datasets.forEach((set, i) => set.borderColor = set.backgroundColor = colour('--series-' + ((i % number) + 1)));
    });
  }

  /* Makes the charts in their canvases. Called with moments: lead after a click, events(from, to) after one on marks, zoom(from, to) after a drag. */
  function make(calls) {
    ways = calls;
    Chart.register(overlay);
    Object.assign(Chart.defaults.font, {family: getComputedStyle(document.body).fontFamily, size: 12});
    for (const [id, about] of Object.entries(CHARTS)) {
      if (!byId(id)) continue;
      const labels = Object.keys(about.lines);
      const datasets = labels.map((label, i) => ({label, data: [], borderWidth: 2, borderDash: DASHES[labels.length][i], pointRadius: radius}));
      datasets.push(...labels.map((label) => ({label, data: [], ...HIGH})));
      listen(new Chart(byId(id), {type: 'line', data: {datasets}, options: options(about)}));
    }
    dress();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      dress();
      each((chart) => chart.update('none'));
    });
  }

  /* Points of a line, with a gap where the server was not sampled. */
  const line = (of, points) => points.flatMap((s, i, all) => {
    const last = all[i - 1];
    const gap = last && s.at - last.at > 2.5 * shown.step ? [{x: last.at + shown.step, y: NaN}] : [];
    return [...gap, {x: s.at, y: of(s)}];
  });

  /* Shows {now, step, points, marks} of a range until now, or {from, to}. */
  function draw(figures, range = figures.from ? '' : LIVE) {
    shown = {highest: [], ...figures};
    const {length, words = `${full(figures.from)} to ${full(figures.to)}`} = RANGES[range] ?? {};
    const {from = shown.now - length, to = shown.now, step} = figures;
    document.querySelectorAll('[data-span]').forEach((element) => {
      element.textContent = (SPANS[step] ?? '') + (shown.highest.length && element.dataset.span === 'most' ? ' · thin: most' : '');
    });
    byId('upright').hidden = !shown.marks.length;
    each((chart, {name, lines, tick}) => {
      const series = Object.values(lines);
      const values = ({data}) => data.filter(isThere).map((point) => point.y);
      const said = series.map((of, i) => {
        const [mean, high] = [chart.data.datasets[i], highOf(chart, i)];
        mean.data = line(of, shown.points);
        high.data = of.isMean ? [] : line(of, shown.highest);
        const all = values(mean);
        return `${mean.label}: ${all.length ? `now ${tick(all.at(-1))}, peak ${tick(Math.max(...all, ...values(high)))}` : 'none'}`;
      });
      Object.assign(chart.options.scales.x, {min: from, max: to});
      chart.update('none');
      // For screen readers, which read it on focus, not on each change.
      Object.assign(chart.canvas, {role: 'img', ariaLabel: `${name}, ${words}. ${said.join('. ')}.`});
    });
    if (pointer) point();
  }

  return {RANGES, LIVE, bytes, rate, count, few, iso, full, live, figure, take, load, poll, make, dress, draw};
})();
