import type { ChartMark } from '@tapedeck/chart';
import type { TerminalClient } from '@tapedeck/client';
import { feeCoinOf, parseDecimal, quantityCoin, type Instrument } from '@tapedeck/domain';
import type { ExecutionItem } from '@tapedeck/protocol';
import type { LineWriter } from './chart-lines.ts';

/** Pages of the history that are asked for at most: what is further back has no marks. */
const MOST_PAGES = 5;
/** What changes a position, funding and settlement of the session aside. */
const KINDS = ['Trade', 'BustTrade', 'AdlTrade', 'Delivery'] as const;
type Kind = (typeof KINDS)[number];
const kindOf = ({ execType }: ExecutionItem): Kind | undefined => KINDS.find((kind) => kind === execType);

function markOf(item: ExecutionItem, kind: Kind, instrument: Instrument, { formats, text }: LineWriter): ChartMark {
  const { side, execPrice, execQty, execFee, closedPnl, closedSize } = item;
  const price = formats.decimal(execPrice);
  const quantity = `${formats.decimal(execQty)} ${quantityCoin(instrument)}`;
  const earned = parseDecimal(closedPnl) ?? 0n;
  const plain = (name: string, value: string) => ({ name, value, tone: 'plain' as const });
  const closes = (parseDecimal(closedSize) ?? 0n) !== 0n;
  return {
    id: item.execId,
    time: item.execTimeE3,
    side,
    text: text(side === 'Buy' ? 'mark.buy' : 'mark.sell', { quantity, price }),
    details: [
      plain(text('mark.price'), price),
      plain(text('mark.quantity'), quantity),
      plain(text('mark.fee'), `${formats.decimal(execFee)} ${feeCoinOf(instrument, side)}`),
      ...(closes
        ? [
            {
              name: text('mark.pnl'),
              value: `${earned > 0n ? '+' : ''}${formats.decimal(closedPnl)} ${instrument.settleCoin}`,
              tone: earned > 0n ? ('up' as const) : earned < 0n ? ('down' as const) : ('plain' as const),
            },
          ]
        : []),
      ...(kind === 'Trade' ? [] : [plain(text('mark.kind'), text(`mark.${kind}`))]),
    ],
  };
}

/** The account's executions in a contract as marks, both ends included; none for a visitor. */
export async function executionMarks(
  client: TerminalClient,
  { ticker, from, to }: { readonly ticker: string; readonly from: number; readonly to: number },
  writer: LineWriter,
): Promise<readonly ChartMark[]> {
  const instrument = client.instrument(ticker);
  const session = client.session.get();
  const isIn = session.status !== 'idle' && session.data?.loggedIn === true;
  if (instrument === undefined || !isIn) return [];
  const marks: ChartMark[] = [];
  let cursor = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await client.executions(cursor, { symbol: ticker, from });
    if (!answer.ok) throw new Error(answer.failure.message);
    for (const item of answer.value.rows) {
      const kind = kindOf(item);
      if (kind !== undefined && item.execTimeE3 <= to) marks.push(markOf(item, kind, instrument, writer));
    }
    cursor = answer.value.cursor;
    if (cursor === '') break;
  }
  return marks;
}
