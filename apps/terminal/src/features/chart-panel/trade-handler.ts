import type { TradeHandler } from '@tapedeck/chart';
import type { MarketFeed, TerminalClient } from '@tapedeck/client';
import { askChange } from '../../intents/confirmation-asked.ts';
import type { FormOnScreen } from '../../intents/form-on-screen.ts';
import { notify } from '../../platform/notifications.ts';
import { BracketTrade } from './bracket-trade.ts';
import type { ChangeWords } from './change-words.ts';
import { fillForm, formEstimate, moveForm, wantedQuantity } from './form-trade.ts';
import { LineChanges } from './line-change.ts';

const isForm = (lineId: string): boolean => lineId.startsWith('form:');

export interface TradeParts {
  readonly feed: MarketFeed;
  /** Displayed prices, where the market has one. */
  readonly form: FormOnScreen | undefined;
}

/**
 * Handles trades on the chart. A drop sends nothing that is known to be refused, and asks for confirmation unless the
 * trader has turned that off; the form's line only changes the form.
 */
export function createTradeHandler(client: TerminalClient, { feed, form }: TradeParts, words: ChangeWords): TradeHandler {
  const changes = new LineChanges(client, feed, words);
  const bracket = form && new BracketTrade(client, feed, words, form);
  return {
    estimate: (lineId, price) => {
      if (isForm(lineId)) return form && formEstimate(form, price, words);
      const reading = changes.at(lineId, price)?.read();
      if (reading === undefined) return undefined;
      const { title, facts, problem } = reading;
      return { title, facts, problem };
    },
    drop: async (lineId, price) => {
      if (isForm(lineId)) {
        if (form !== undefined) moveForm(form, price);
        return;
      }
      const change = changes.at(lineId, price);
      const reading = change?.read();
      if (change === undefined || reading === undefined) return;
      if (reading.problem !== '') notify({ kind: 'error', id: 'chart-drag', title: reading.title, detail: reading.problem });
      else await askChange(client, change);
    },
    ...(form !== undefined && {
      order: (wanted) => fillForm(form, wanted),
      quantity: (wanted) => wantedQuantity(form, wanted, words.formats),
    }),
    ...(bracket !== undefined && { bracket: bracket.handler }),
  };
}
