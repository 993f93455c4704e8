import type { LiveTape, TapeTrade } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { paddedText, priceText } from '../../platform/values.ts';

/**
 * A fixed pool of table rows for the newest trades. New trades move the last row to the top and write three text nodes each; nothing else
 * of the table is touched.
 */
export class TapeRows {
  readonly #body: HTMLElement;
  readonly #instrument: Instrument;
  readonly #formats: Formats;
  #newest = '';

  constructor(body: HTMLElement, instrument: Instrument, formats: Formats) {
    this.#body = body;
    this.#instrument = instrument;
    this.#formats = formats;
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
    const texts = [
      priceText(this.#formats, trade.price, this.#instrument),
      paddedText(this.#formats, trade.quantity, this.#instrument.quantityDigits),
      this.#formats.time(trade.time),
    ];
    texts.forEach((text, cell) => {
      const element = row.children[cell];
      if (element !== undefined) element.textContent = text;
    });
    this.#body.prepend(row);
  }

  #create(): HTMLElement {
    const row = document.createElement('tr');
    for (let cell = 0; cell < 3; cell += 1) row.append(document.createElement('td'));
    return row;
  }
}
