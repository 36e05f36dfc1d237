/* Figures as text, and the charts, of the page Live and of the wall display. */
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
    let unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return (unit === 0 || value >= 99.95 ? value.toFixed(0) : value.toFixed(1)) + ' ' + UNITS[unit];
  }

  const rate = (value) => bytes(value) + '/s';
  const count = (value) => value.toLocaleString('en');
  const few = (value) => count(Math.round(value * 10) / 10);

  function time(micros) {
    if (micros >= 10_000_000) return (micros / 1e6).toFixed(0) + ' s';
    if (micros >= 1_000_000) return (micros / 1e6).toFixed(1) + ' s';
    return micros >= 10_000 ? (micros / 1000).toFixed(0) + ' ms' : (micros / 1000).toFixed(1) + ' ms';
  }

  function age(millis) {
    const seconds = Math.round(millis / 1000);
    if (seconds < 120) return seconds + ' s';
    return seconds < 7200 ? Math.floor(seconds / 60) + ' min' : Math.floor(seconds / 3600) + ' h';
  }

  /* Times are those of the server's clock, which is so many milliseconds ahead of UTC. */
  let offset = 0;

  function clock(form) {
    const format = new Intl.DateTimeFormat('en-GB', {...form, timeZone: 'UTC'});
    return (at) => format.format(at + offset);
  }

  const second = clock({hour: '2-digit', minute: '2-digit', second: '2-digit'});
  const hours = clock({hour: '2-digit', minute: '2-digit'});
  const day = clock({weekday: 'short', day: 'numeric'});
  const date = clock({day: 'numeric', month: 'short'});
  const full = clock({day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit'});

  // Tick: the distance of labels. Span: the time of a point.
  const RANGES = {
    '15m': {length: 15 * MINUTE, tick: 5 * MINUTE, label: hours, words: 'the last 15 min', span: 'average of 30 s'},
    '1h': {length: HOUR, tick: 15 * MINUTE, label: hours, words: 'the last hour', span: 'by minute'},
    '1d': {length: DAY, tick: 6 * HOUR, label: hours, words: 'the last day', span: 'by 5 minutes'},
    '1w': {length: 7 * DAY, tick: DAY, label: day, words: 'the last week', span: 'by hour'},
    '1y': {length: 365 * DAY, tick: 61 * DAY, label: date, words: 'the last year', span: 'by day'},
  };
  const LIVE = '15m';

  /* ---- present figures; all values are inserted as text ---- */

  const INTERVAL = 2000;
  const PATIENCE = 20000;
  const live = {now: 0, step: INTERVAL, points: [], marks: []};
  /* Moments of the last answer and the last new sample, by a clock that nobody sets. */
  let answered = performance.now();
  let sampled = answered;

  const byId = (id) => document.getElementById(id);
  const element = (name, text, className = '') => Object.assign(document.createElement(name), {textContent: text, className});

  function figure(name, text, limit) {
    const of = limit ? [element('small', ' of ' + limit)] : [];
    document.querySelector(`[data-figure=${name}]`).replaceChildren(element('span', text), ...of);
  }

  /* Takes an answer into the figures of the last quarter of an hour; returns its newest sample. */
  function take({now, offset: ahead, samples, totals, times, drain, marks = []}) {
    answered = performance.now();
    if (samples.length) sampled = answered;
    offset = ahead;
    // A clock that was set back leaves none of its future.
    const points = [...live.points, ...samples].filter(({at}) => at >= now - RANGES[LIVE].length && at <= now + MINUTE);
    Object.assign(live, {now, points, marks});
    const last = points[points.length - 1] || {rate: 0, active: totals.active, waiting: totals.waiting};
    figure('rate', rate(last.rate));
    for (const part of ['p50', 'p99']) figure(part, part in times ? time(times[part]) : '–');
    byId('drain').hidden = !drain;
    byId('drain').textContent = drain.charAt(0).toUpperCase() + drain.slice(1);
    byId('clock').textContent = second(now);
    return last;
  }

  /* Ages of the last answer and the last new sample, ms. */
  const ages = () => [answered, sampled].map((at) => performance.now() - at);

  const load = (address, headers = {}, more = {}) =>
    fetch(address, {headers: {Accept: 'application/json', ...headers}, signal: AbortSignal.timeout(PATIENCE), ...more});

  /* Asks again and again while the page is visible, never before the last answer; returns a switch that stops it. */
  function poll(ask) {
    let timer = 0;
    let isBusy = false;
    let isStopped = false;
    async function run() {
      isBusy = true;
      await ask(live.points.length ? live.points[live.points.length - 1].at : 0);
      isBusy = false;
      next(INTERVAL);
    }
    function next(wait) {
      clearTimeout(timer);
      if (!isBusy && !isStopped && !document.hidden) timer = setTimeout(run, wait);
    }
    document.addEventListener('visibilitychange', () => next(0));
    next(0);
    return (stops) => {
      isStopped = stops;
      next(0);
    };
  }

  /* ---- charts ---- */

  const CHARTS = {
    rateChart: {name: 'Throughput', tick: rate, least: 1000, lines: {Sent: (s) => s.rate}},
    transfersChart: {
      name: 'Transfers',
      tick: few,
      least: 4,
      whole: true,
      lines: {'In progress': (s) => s.active, Waiting: (s) => s.waiting},
    },
    firstByteChart: {
      name: 'Time to the first byte',
      tick: (ms) => ms.toLocaleString('en'),
      text: (ms) => time(ms * 1000),
      least: 1,
      // The first line lies above the others; all stay visible where they meet.
      dashes: [[3, 3], [9, 5], []],
      lines: {'50 %': millis('p50'), '90 %': millis('p90'), '99 %': millis('p99')},
    },
    missedChart: {
      name: 'Refused and failed per minute',
      tick: few,
      least: 4,
      dashes: [[3, 3], [9, 5], []],
      lines: {Refused: (s) => s.refused || 0, Failed: (s) => s.failed || 0, Aborted: (s) => s.aborted || 0},
    },
  };

  /* Without an ended transfer there is no time. */
  function millis(percentile) {
    return (s) => (percentile in s ? s[percentile] / 1000 : NaN);
  }

  const NONE = {now: 0, step: 1, points: [], marks: []};
  let shown = NONE;
  let range = LIVE;

  /* Clock time of a moment, and its age where that is short. */
  const moment = (at) => (range === LIVE ? `${full(at)}, ${age(shown.now - at)} ago` : full(at));

  function ticks(axis) {
    const {tick} = RANGES[range];
    axis.ticks = [];
    for (let at = Math.ceil((axis.min + offset) / tick) * tick - offset; at <= axis.max; at += tick) axis.ticks.push({value: at});
  }

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  /* Upright lines at the marks, with the numbers that the list has. */
  const uprights = {
    id: 'sendfileMarks',
    afterDatasetsDraw({ctx, chartArea, scales}) {
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = colour('--faint');
      ctx.setLineDash([2, 3]);
      // Room for a number, before the next one gets its own.
      const room = 14;
      let free = chartArea.left;
      shown.marks.forEach(({at}, i) => {
        const x = Math.round(scales.x.getPixelForValue(at));
        if (x < chartArea.left || x > chartArea.right) return;
        ctx.beginPath();
        ctx.moveTo(x, chartArea.top);
        ctx.lineTo(x, chartArea.bottom);
        ctx.stroke();
        if (x < free || x > chartArea.right - room) return;
        ctx.fillText(i + 1, x + 2, chartArea.top + 9);
        free = x + room;
      });
      ctx.restore();
    },
  };

  const isThere = (point) => point && !Number.isNaN(point.y);

  function dataset(label, dash, width) {
    return {
      label,
      data: [],
      borderWidth: width,
      borderDash: dash,
      // A point alone makes no line.
      pointRadius: ({dataset: {data}, dataIndex}) => (isThere(data[dataIndex - 1]) || isThere(data[dataIndex + 1]) ? 0 : width),
      pointHitRadius: 12,
      tension: 0.2,
    };
  }

  function options({lines, tick, least, whole}, lead) {
    return {
      animation: false,
      parsing: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: {mode: 'index', intersect: false},
      onClick: ({x}, elements, chart) => lead?.(chart.scales.x.getValueForPixel(x)),
      plugins: {
        legend: {display: Object.keys(lines).length > 1, align: 'end', labels: {boxWidth: 12, usePointStyle: true, pointStyle: 'line', pointStyleWidth: 24}},
        tooltip: {
          callbacks: {
            title: (items) => (items.length ? moment(items[0].parsed.x) : ''),
            label: (item) => item.dataset.label + ': ' + tick(item.parsed.y),
          },
        },
      },
      scales: {
        x: {type: 'linear', afterBuildTicks: ticks, ticks: {maxRotation: 0, autoSkipPadding: 12, callback: (at) => RANGES[range].label(at)}},
        y: {beginAtZero: true, suggestedMax: least, ticks: {maxTicksLimit: 6, callback: tick, ...(whole && {precision: 0})}},
      },
    };
  }

  const each = (action) => Object.entries(CHARTS).forEach(([id, about]) => action(Chart.getChart(id), about));

  /* Gives the charts the colours of the page, which may change. */
  function dress() {
    each((chart) => {
      chart.data.datasets.forEach((set, i) => {
        set.borderColor = set.backgroundColor = colour('--series-' + (i + 1));
      });
      for (const axis of Object.values(chart.options.scales)) {
        axis.grid = {color: colour('--line')};
        axis.ticks.color = colour('--faint');
      }
      chart.options.plugins.legend.labels.color = colour('--ink');
    });
  }

  /* Makes the charts in their canvases; lead, if given, is called with the moment of a click. */
  function make({lead, font = 12, width = 2} = {}) {
    Chart.register(uprights);
    Chart.defaults.font.size = font;
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    for (const [id, about] of Object.entries(CHARTS)) {
      const datasets = Object.keys(about.lines).map((label, i) => dataset(label, about.dashes?.[i] ?? [], width));
      new Chart(byId(id), {type: 'line', data: {datasets}, options: options(about, lead)});
    }
    dress();
  }

  /* Points of a line, with a gap where the server was not sampled. */
  function line(of) {
    const points = [];
    shown.points.forEach((s, i) => {
      const last = shown.points[i - 1];
      if (last && s.at - last.at > 2.5 * shown.step) points.push({x: last.at + shown.step, y: NaN});
      points.push({x: s.at, y: of(s)});
    });
    return points;
  }

  /* Shows points and marks, {now, step, points, marks}, of a range. */
  function draw(figures, of = LIVE) {
    shown = figures;
    range = of;
    const {length, words} = RANGES[range];
    each((chart, {name, lines, tick, text = tick}) => {
      const series = Object.values(lines);
      const said = chart.data.datasets.map((set, i) => {
        set.data = line(series[i]);
        const values = set.data.filter(isThere).map((point) => point.y);
        return `${set.label}: ${values.length ? `now ${text(values[values.length - 1])}, peak ${text(Math.max(...values))}` : 'none'}`;
      });
      chart.options.scales.x.min = shown.now - length;
      chart.options.scales.x.max = shown.now;
      chart.update('none');
      // For screen readers, which read it on focus, not on each change.
      chart.canvas.setAttribute('role', 'img');
      chart.canvas.setAttribute('aria-label', `${name}, ${words}. ${said.join('. ')}.`);
    });
  }

  return {RANGES, LIVE, bytes, rate, count, age, full, live, element, figure, take, ages, load, poll, make, dress, draw};
})();
