import {
  isOption,
  isSpot,
  milliseconds,
  priceUnits,
  formatDecimal,
  venueSymbol,
  type Instrument,
  type Timestamp,
  type TradePrinted,
} from '@tapedeck/domain';
import { priceText, quantityText } from '@tapedeck/protocol';
import type { Venue } from '@tapedeck/venue';
import { Subscribers, type PublicTopic, type Subscriber } from '../../streams/topic.ts';
import type { TickDirection } from './tick-directions.ts';

const TRADES_PER_FRAME_MAX = 1_024;

export interface DirectedTrade {
  readonly trade: TradePrinted;
  readonly direction: TickDirection;
}

/** Market fields of an option's trade. */
function optionFields(instrument: Instrument, venue: Pick<Venue, 'market'>): object {
  const state = venue.market(instrument.id)?.state;
  if (state === undefined) return { mP: '', iP: '', mIv: '', iv: '' };
  const volatility = String(state.option?.markVolatility ?? 0);
  return { mP: priceText(state.mark, instrument), iP: formatDecimal(priceUnits(state.index)), mIv: volatility, iv: volatility };
}

function rowOf({ trade, direction }: DirectedTrade, time: Timestamp, instrument: Instrument, venue: Pick<Venue, 'market'>): object {
  return {
    T: milliseconds(time),
    s: venueSymbol(instrument),
    S: trade.takerSide,
    v: quantityText(trade.quantity),
    p: priceText(trade.price, instrument),
    ...(!isSpot(instrument) && !isOption(instrument) && { L: direction }),
    i: String(trade.tradeId),
    BT: false,
    RPI: false,
    seq: trade.tradeId,
    ...(isOption(instrument) && optionFields(instrument, venue)),
  };
}

/** `publicTrade.{symbol}`, for options also `publicTrade.{coin}`: each trade once, oldest first. */
export class TradeStream implements PublicTopic {
  readonly name: string;
  readonly instrument: number;
  readonly cost = 'light';
  readonly watches: boolean;
  readonly lossless = true;
  readonly #ofOptions: boolean;
  readonly #venue: Pick<Venue, 'market'>;
  readonly #subscribers = new Subscribers();

  /** Trades of one instrument, or of all options of a coin. */
  constructor(of: Instrument | { readonly baseCoin: string }, venue: Pick<Venue, 'market'>) {
    const one = 'id' in of ? of : undefined;
    this.name = `publicTrade.${one === undefined ? of.baseCoin : venueSymbol(one)}`;
    this.instrument = one?.id ?? -1;
    this.watches = one !== undefined;
    this.#ofOptions = one === undefined || isOption(one);
    this.#venue = venue;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
  }

  catchUp(): readonly string[] {
    return [];
  }

  onTrades(trades: readonly DirectedTrade[], time: Timestamp, instrument: Instrument): void {
    if (this.#subscribers.size === 0) return;
    for (let from = 0; from < trades.length; from += TRADES_PER_FRAME_MAX) {
      const data = trades.slice(from, from + TRADES_PER_FRAME_MAX).map((one) => rowOf(one, time, instrument, this.#venue));
      const ts = milliseconds(time);
      const id = `${this.name}-${trades[from]?.trade.tradeId ?? 0}-${ts}`;
      const frame = { ...(this.#ofOptions && { id }), topic: this.name, type: 'snapshot', ts, data };
      this.#subscribers.delta(this, JSON.stringify(frame));
    }
  }
}
