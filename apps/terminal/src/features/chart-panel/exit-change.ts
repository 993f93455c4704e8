import {
  tpslTerms,
  type ExitMove,
  type OrderFormContext,
  type PositionView,
  type Readable,
  type Result,
  type TpslContext,
} from '@tapedeck/client';
import { USUAL_ACCOUNT } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import type { AskedChange } from '../../intents/confirmation-asked.ts';
import { plainFact, profitFact } from '../../widgets/change-facts.ts';
import type { ChangeWords } from './change-words.ts';

/** The TP/SL dialog's context, at current market prices. */
export function exitContext(view: PositionView, { last, mark, index, traits }: OrderFormContext): TpslContext {
  const { instrument, record, entryPrice, liquidationPrice } = view;
  return {
    target: 'position',
    instrument,
    side: record.side,
    entry: entryPrice,
    reference: last,
    market: { last, mark, index },
    quantity: record.size,
    leverage: record.leverage,
    liquidation: liquidationPrice,
    account: traits ?? USUAL_ACCOUNT,
  };
}

interface ExitChange {
  readonly instrument: Instrument;
  readonly price: string;
  readonly context: Readable<OrderFormContext>;
  /** The exit at its new price; `undefined` once the position has ended. */
  find(): ExitMove | undefined;
  send(terms: ReturnType<typeof tpslTerms>): Promise<Result<void>>;
}

/** A take-profit or stop-loss at another price, or a new one. */
export function exitChange({ instrument, price, context, find, send }: ExitChange, words: ChangeWords): AskedChange | undefined {
  const { text, formats, issueText } = words;
  const first = find();
  if (first === undefined) return undefined;
  return {
    kind: 'setExit',
    instrument,
    price,
    sources: [context],
    read: () => {
      const move = find();
      if (move === undefined || move.kind !== first.kind) return undefined;
      const { kind, profit, problem, warning, before } = move;
      return {
        title: text(kind === 'takeProfit' ? 'change.takeProfit' : 'change.stopLoss'),
        facts: [
          ...(before === '' ? [] : [plainFact(text('change.before'), formats.decimal(before))]),
          ...profitFact(text('change.pnl'), profit, instrument, formats),
        ],
        note: warning === undefined ? '' : issueText(`issue.${warning.code}`),
        problem: problem === undefined ? '' : issueText(`issue.${problem.code}`),
      };
    },
    send: () => {
      const { draft, context: now } = find() ?? first;
      return send(tpslTerms(draft, now));
    },
  };
}
