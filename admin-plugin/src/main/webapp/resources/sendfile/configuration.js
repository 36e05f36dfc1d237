/* The page of a configuration: what its address searches for; parts stay unfolded when they are redrawn. */
(() => {
  'use strict';
  const [form, search, differs, found, past] = ['sift', 'search', 'onlyOwn', 'found', 'past'].map((id) => document.getElementById(id));
  const shown = (part = document) => part.querySelectorAll('[data-name]:not([hidden])');
  /* Other words for what there is, and its texts, which begin with its name. */
  const SYNONYMS = [
    [/\b(bandwidth|throttl(e|ing)|speed|keep(ing)? out|kick|block(ed)?|ban(ned)?)\b/, /^(no )?limit\b|rate-/],
    [/\b(ip|address(es)?)\b/, /^(no )?limit\b|^(max-)?client-|^trusted-|^forwarded-/],
    [/\b(folders?|director(y|ies)|shares?)\b/, /^(no )?root\b/],
  ];
  const unfolded = new Set();
  let isSifted = false;

  function sift() {
    const wanted = search.value.trim().toLowerCase();
    isSifted = wanted !== '' || differs.checked;
    const items = [...document.querySelectorAll('[data-name]')];
    // A whole name is not looked for in the words about others.
    const named = items.filter((item) => item.dataset.name.toLowerCase() === wanted);
    items.forEach((item) => {
      const text = [
        item.dataset.name,
        (item.querySelector('.about') || item).textContent,
        item.querySelector('input, select')?.value,
        item.closest('details').querySelector('h2, h3').textContent,
      ].join(' ').toLowerCase();
      const isMeant = SYNONYMS.some(([words, texts]) => words.test(wanted) && texts.test(text));
      const isFound = named.length ? named.includes(item) : isMeant || wanted.split(/\s+/).every((word) => text.includes(word));
      item.hidden = !(isFound && (!differs.checked || item.matches('.own'))) && !item.querySelector('[aria-invalid=true]');
    });
    document.querySelectorAll('.part > details, details.part').forEach((part) => {
      const isFound = isSifted && shown(part).length > 0;
      part.closest('.part').hidden = isSifted && !isFound && part.id !== 'lastChanges';
      // An empty part has a hint.
      part.open = isFound || unfolded.has(part.id) || !!part.querySelector('[aria-invalid=true], .changed, .hint');
    });
    found.textContent = isSifted ? `${shown().length || 'None'} found` : '';
    past.textContent = wanted ? `Changes of “${search.value.trim()}”` : 'All changes';
    const url = new URL(past.href);
    url.searchParams.set('words', wanted);
    past.href = url;
  }
  function read() {
    const address = new URLSearchParams(location.search);
    search.value = address.get('search') || '';
    differs.checked = address.get('differs') === 'true';
    sift();
    if (search.value && shown().length === 1) shown()[0].querySelector('input, select, button')?.focus();
  }
  form.addEventListener('input', sift);
  form.addEventListener('change', () => {
    const state = new URLSearchParams(location.search);
    ['search', 'differs'].forEach((name) => state.delete(name));
    new FormData(form).forEach((value, name) => value && state.set(name, value));
    history.pushState(null, '', `?${state}`);
    follow();
  });
  document.addEventListener('toggle', ({target}) => isSifted || unfolded[target.open ? 'add' : 'delete'](target.id), true);
  addEventListener('popstate', () => {
    read();
    follow();
  });
  /* Gives the cells and buttons of rows what hundreds of them would repeat. */
  function dress() {
    document.querySelectorAll('#items td:not(.actions)').forEach((cell) => {
      cell.dataset.label = cell.closest('table').rows[0].cells[cell.cellIndex].textContent;
    });
    document.querySelectorAll('[data-presses]').forEach((button) => {
      const {name} = button.closest('tr').dataset;
      const {presses} = button.dataset;
      button.type = 'button';
      button.id = `${presses} ${name}`;
      button.className = presses === 'remove' ? 'small danger' : 'small';
      button.ariaLabel = button.textContent.replace('…', () => name.slice(name.indexOf(' ') + 1));
    });
  }
  document.addEventListener('click', ({target}) => {
    const button = target.closest('[data-presses]');
    if (!button) return;
    // A click does not do so in every browser.
    button.focus();
    document.getElementById('items:chosen').value = button.closest('tr').dataset.name;
    document.getElementById(`items:${button.dataset.presses}`).click();
  });
  /* Whether the last key leads on; and the buttons of the changes, which follow the settings. */
  let isTab = false;
  let save = null;
  document.addEventListener('keydown', ({key, shiftKey}) => (isTab = key === 'Tab' && !shiftKey));
  document.addEventListener('pointerdown', () => (isTab = false));
  /* A Tab that led past the button which its change has brought leads to it. */
  function lead() {
    const isNew = !save;
    save = document.getElementById('settings:save');
    const at = document.activeElement;
    if (save && isNew && isTab && (at === document.body || save.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING)) save.focus();
  }
  // Before the callbacks of a request, which may lead to a field.
  jQuery(document).on('pfAjaxUpdated', () => {
    dress();
    sift();
    lead();
  });
  dress();
  read();
})();
