import type { LiveTape, TapeTrade } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { tapeTexts } from './tape-texts.ts';
import styles from './trades.module.css';

/** Texts of the tape; `mark` precedes the quantity of a liquidation. */
interface Wording {
  readonly formats: Formats;
  readonly mark: { readonly short: string; readonly whole: string };
}

const QUANTITY = 1;

/**
 * The painted trades once more as a table for assistive technology: a fixed pool of rows for the newest trades. New trades move the
 * last row to the top and write three text nodes each; the rest of the table is unchanged.
 */
export class TapeRows {
  readonly #body: HTMLElement;
  readonly #instrument: Instrument;
  readonly #formats: Formats;
  readonly #mark: HTMLElement;
  #newest = '';

  constructor(body: HTMLElement, instrument: Instrument, { formats, mark }: Wording) {
    this.#body = body;
    this.#instrument = instrument;
    this.#formats = formats;
    this.#mark = document.createElement('span');
    this.#mark.className = styles['mark'] ?? '';
    this.#mark.title = mark.whole;
    this.#mark.setAttribute('role', 'img');
    this.#mark.setAttribute('aria-label', mark.whole);
    this.#mark.textContent = mark.short;
  }

  write(tape: LiveTape): void {
    const { trades } = tape;
    const known = trades.findIndex((trade) => trade.id === this.#newest);
    const fresh = known < 0 ? trades.length : known;
    if (known < 0) this.#body.replaceChildren();
    for (let index = fresh - 1; index >= 0; index -= 1) {
      const trade = trades[index];
      if (trade !== undefined) this.#put(trade, trades.length);
    }
    this.#newest = trades[0]?.id ?? '';
  }

  #put(trade: TapeTrade, length: number): void {
    const full = this.#body.childElementCount >= length;
    const row = full ? (this.#body.lastElementChild as HTMLElement) : this.#create();
    row.dataset['side'] = trade.side;
    tapeTexts(trade, this.#formats, this.#instrument).forEach((text, cell) => {
      const element = row.children[cell];
      if (element !== undefined) element.textContent = text;
    });
    if (trade.liquidation) row.children[QUANTITY]?.prepend(this.#mark.cloneNode(true));
    this.#body.prepend(row);
  }

  #create(): HTMLElement {
    const row = document.createElement('tr');
    for (let cell = 0; cell < 3; cell += 1) row.append(document.createElement('td'));
    return row;
  }
}
