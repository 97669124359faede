// The collections: search, open, save, files in and out.
import { ask, LARGEST_SENT_FILE, Refusal, tooLarge } from './api.js';
import { choose, element, link, mark, single } from './dom.js';
import { download, fileChooser, send } from './files.js';
import { labelled, option } from './forms.js';
import { kept, keptInTab } from './storage.js';
import { hasText, language, text } from './texts.js';

const ENCODINGS = ['utf-8', 'utf-16', 'windows-1250', 'windows-1251', 'windows-1252', 'iso-8859-2', 'koi8-r', 'cp850'];     // those of files that do not tell

export class CollectionView {
  /** `page`: the ComposePage, of which it uses go, save, export, complain, fen and `titleOf`, the titles of genres by name. */
  constructor(page) {
    Object.assign(this, { page, collection: 1, id: null, offset: 0, searches: 0 });
    const button = (key, act) => element('button', { type: 'button', onclick: act, 'data-action': key }, text(key));
    const chooser = id => element('select', { id, 'aria-label': text('format') });
    this.chosen = element('select', { id: 'collection', onchange: () => { this.collection = Number(this.chosen.value) || 1; this.search(); } });
    this.words = element('input', { id: 'words', type: 'search', maxlength: 200, autocomplete: 'off', 'aria-describedby': 'words-help', oninput: () => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.search(), 250);
    } });
    this.order = element('select', { id: 'order', onchange: () => this.search() }, ...['changed', 'added', 'author', 'source', 'stipulation', 'men'].map(each => option(each, text(`order: ${each}`))));
    this.sameMen = element('input', { type: 'checkbox', id: 'same-men', onchange: () => this.search() });
    this.everywhere = element('input', { type: 'checkbox', id: 'everywhere', onchange: () => this.search() });
    this.list = element('ul', { class: 'problems', id: 'problems' });
    this.said = element('p', { class: 'state', role: 'status', id: 'kept' });
    this.more = button('more problems', () => this.search(this.offset + 50));
    this.removing = button('remove problem', () => this.remove());
    this.asNew = button('save as new', () => page.save(true));
    const one = this.one = chooser('format'), all = this.all = chooser('list-format');
    this.import = element('textarea', { rows: 6, id: 'import', spellcheck: 'false', 'aria-label': text('import text'), placeholder: text('import text') });
    this.answer = element('p', { class: 'state', role: 'status', id: 'read' });
    this.bar = element('progress', { max: 1, class: 'reading', 'aria-label': text('reading') });
    const read = single((content, name, file) => this.read(content, name, file));
    this.given = element('input', { id: 'given', maxlength: 100, autocomplete: 'off', size: 8 });
    this.encoding = element('select', { id: 'encoding' }, option('', text('recognised'), true), ...ENCODINGS.map(name => option(name, name, false)));
    this.place = element('div', { class: 'collection' },
      element('div', { class: 'tools' }, element('button', { type: 'button', class: 'main', 'data-action': 'save', onclick: () => page.save(false) }, text('save')),
        this.asNew, this.removing, labelled(text('collection'), this.chosen, 'inline'), button('new collection', () => this.addCollection())),
      this.said,
      element('div', { class: 'tools' }, one, element('button', { type: 'button', 'data-action': 'export', onclick: () => page.export(one.value) }, text('export problem'))),
      element('details', {}, element('summary', {}, text('files')),
        element('div', { class: 'tools' }, button('rename collection', () => this.renameCollection()), button('remove collection', () => this.removeCollection())),
        element('div', { class: 'tools' }, all, element('button', { type: 'button', 'data-action': 'export all', onclick: () => this.exportAll(all.value) }, text('export collection'))),
        this.import, element('div', { class: 'tools' }, labelled(text('stipulation of diagrams'), this.given, 'inline'), labelled(text('encoding'), this.encoding, 'inline'),
          button('import', () => (this.import.value.trim() ? read(this.import.value, '') : this.import.focus())), fileChooser(text('import file'), '.pop,.inp,.yaml,.yml,.olv,.pg,.fen,.epd,.pgn,.json,.txt', read)), this.bar, this.answer),
      labelled(text('search'), this.words), element('small', { id: 'words-help' }, text('search help')),
      element('div', { class: 'tools' }, element('label', { class: 'inline' }, this.everywhere, text('everywhere')), element('label', { class: 'inline' }, this.sameMen, text('same men')),
        labelled(text('order'), this.order, 'inline')), this.list, this.more);
  }

  /** It is shown: what it holds is asked for when it is seen first. */
  async open() {
    if (this.isOpen) return;
    this.isOpen = true;
    await this.refresh();
    try {
      const formats = await ask('/api/formats');
      for (const [place, names] of [[this.one, formats.problem], [this.all, formats.list]])
        place.replaceChildren(...names.map(name => option(name, formats.titles[name] || text('pdf of diagram'))));
    } catch (refusal) {
      this.page.complain(refusal.message);
    }
  }

  tell(message) { this.said.textContent = message; }

  /** Which problem is in the editor. */
  current(id, collection) {
    Object.assign(this, { id, collection });
    this.removing.hidden = this.asNew.hidden = !id;
    if (this.chosen.options.length) this.chosen.value = collection;
    for (const row of this.list.children) mark(row, 'aria-current', row.dataset.id === id);
  }

  async refresh() {
    const found = this.found = await ask('/api/collections').catch(() => []);
    this.chosen.replaceChildren(...found.map(each => option(each.id, `${each.name || text('first collection')} (${each.count})`, each.id === this.collection)));
    await this.search();
  }

  async search(offset = 0) {
    const number = ++this.searches;
    const inside = this.everywhere.checked ? '' : `&collection=${this.collection}`;
    try {
      const found = await ask(`/api/problems?words=${encodeURIComponent(this.words.value.trim())}${inside}&offset=${offset}&order=${this.order.value}${this.sameMen.checked ? `&fen=${encodeURIComponent(this.page.fen())}` : ''}`);
      if (number !== this.searches) return;       // something else has been looked for meanwhile
      const rows = found.problems.map(each => this.row(each));
      if (offset) this.list.append(...rows);
      else this.list.replaceChildren(...rows);
      this.offset = offset;
      this.more.hidden = !found.more;
      if (!offset && !rows.length) this.list.append(element('li', { class: 'none' }, text('no problems')));
      this.current(this.id, this.collection);
    } catch (refusal) {
      this.page.complain(refusal.message);
    }
  }

  row(problem) {
    const named = [problem.authors, problem.title, problem.source].filter(Boolean).join(', ');
    const open = link(`/compose/${problem.id}`, this.page.go, {}, element('img', { src: `/api/problems/${problem.id}/diagram.svg?${problem.revision}`, alt: '', loading: 'lazy', width: 72, height: 80 }),
      element('span', {}, element('strong', {}, problem.stipulation), problem.genre === 'orthodox' ? '' : ` ${this.page.titleOf(problem.genre)}`,
        problem.tested ? element('span', { class: 'tested' }, 'C+') : '', element('br'), named || text('nobody'),
        problem.themes ? element('small', {}, problem.themes) : ''));
    return element('li', { 'data-id': problem.id }, open);
  }

  async remove() {
    if (!await choose(text('remove sure'), [{ value: true, label: text('remove problem') }], text('cancel'))) return;
    try {
      await ask(`/api/problems/${this.id}`, { method: 'DELETE' });
      keptInTab.removeItem('draft');
      kept.removeItem('draft');
      this.page.go('/compose');
    } catch (refusal) {
      this.page.complain(refusal.message);
    }
  }

  /** Ask for the name of a collection, and do something with it. */
  named(key, value, act) {
    const name = element('input', { maxlength: 100, required: true, value, 'aria-label': text('collection name'), id: 'collection-name' });
    const dialog = element('dialog', { 'aria-label': text(key) }, element('form', { method: 'dialog', onsubmit: event => {
      event.preventDefault();
      dialog.close();
      this.change(() => act(name.value));
    } }, element('p', {}, text('collection name')), name, element('div', { class: 'tools' },
      element('button', { type: 'submit', class: 'main' }, text(key)),
      element('button', { type: 'button', onclick: () => dialog.close() }, text('cancel')))));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  async change(act) {
    try {
      await act();
      await this.refresh();
    } catch (refusal) {
      this.page.complain(refusal.message);
    }
  }

  addCollection() {
    this.named('new collection', '', async name => { this.collection = (await ask('/api/collections', { body: { name } })).id; });
  }

  renameCollection() {
    const known = this.found.find(each => each.id === this.collection)?.name || '';
    this.named('rename collection', known, name => ask(`/api/collections/${this.collection}`, { body: { name }, method: 'PUT' }));
  }

  removeCollection() {
    return this.change(async () => {
      await ask(`/api/collections/${this.collection}`, { method: 'DELETE' });
      this.collection = 1;
    });
  }

  async exportAll(format) {
    try {
      const lost = await download(`/api/collections/${this.collection}/file?format=${encodeURIComponent(format)}&language=${language}`);
      this.tell(lost.length ? text('lost', { fields: lost.join(', ') }) : '');
    } catch (refusal) {
      this.page.complain(refusal.message);
    }
  }

  async read(content, name, file = null) {
    const answer = (message, isWrong) => {
      this.answer.textContent = message;
      this.answer.classList.toggle('problem', isWrong);
    };
    answer('', false);
    try {
      const asked = { name, stipulation: this.given.value.trim(), collection: this.collection };
      const { count, errors } = file ? await this.readFile(file, { ...asked, encoding: this.encoding.value, language }, answer)
        : await this.readText({ ...asked, text: content }, answer);
      if (!errors.length) this.import.value = '';      // what is wrong in it can be put right
      await this.refresh();
      answer([text('imported', { count }), ...errors].join('\n'), errors.length > 0);
    } catch (refusal) {
      answer(refusal.message, true);
    } finally {
      this.bar.classList.remove('shown');
    }
  }

  /** Read a text, which is sent again for each part of a thousand problems. */
  async readText(asked, answer) {
    const errors = [];
    let count = 0;
    for (let skip = 0; skip !== null;) {
      const done = await ask('/api/problems/import', { body: { ...asked, skip } });
      count += done.ids.length;
      errors.push(...done.errors);
      skip = done.left_at;
      if (skip !== null) answer(`${text('imported', { count })} …`, false);
    }
    return { count, errors };
  }

  /** Read a file of any size: it is sent once, and what has been read is told while the server goes on. */
  async readFile(file, asked, answer) {
    if (file.size > LARGEST_SENT_FILE) throw tooLarge(LARGEST_SENT_FILE);
    const errors = [];
    let count = 0, failed = '';
    this.bar.classList.add('shown');
    await send(`/api/problems/import/file?${new URLSearchParams(asked)}`, file, share => {
      if (share < 1) this.bar.value = share;
      else this.bar.removeAttribute('value');
      answer(text('sent', { share: Math.round(100 * share) }), false);
    }, told => {
      count = told.count;
      errors.push(...told.errors.slice(0, Math.max(0, 20 - errors.length)));
      failed = told.error ?? '';
      answer(`${text('imported', { count })} …`, false);
    });
    if (failed) throw new Refusal(`${text('imported', { count })}. ${hasText(failed) ? text(failed) : failed}`, 422, '');
    return { count, errors };
  }
}
