import type { ChartMark } from '@tapedeck/chart';
import type { TerminalClient } from '@tapedeck/client';
import { parseDecimal, quantityCoin, rate, type Instrument } from '@tapedeck/domain';
import type { ExecutionItem } from '@tapedeck/protocol';
import { percentText } from '../../platform/values.ts';
import type { LineWriter } from './chart-lines.ts';

/** Maximum history pages: older executions have no marks. */
const MOST_PAGES = 5;
type Fact = ChartMark['details'][number];
const plain = (name: string, value: string): Fact => ({ name, value, tone: 'plain' });

/** An amount with its sign and coin, in the colour of a gain or a loss. */
function earnedFact(name: string, amount: string, coin: string, { formats }: LineWriter): Fact {
  const earned = parseDecimal(amount) ?? 0n;
  const tone = earned > 0n ? 'up' : earned < 0n ? 'down' : 'plain';
  return { name, value: `${earned > 0n ? '+' : ''}${formats.decimal(amount)} ${coin}`, tone };
}

const negated = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : parseDecimal(amount) === 0n ? amount : `-${amount}`;

/** A funding payment: the fee is the amount that the position paid. */
function fundingMark(item: ExecutionItem, instrument: Instrument, writer: LineWriter): ChartMark {
  const { text, formats } = writer;
  const fee = parseDecimal(item.execFee) ?? 0n;
  const share = parseDecimal(item.feeRate);
  return {
    id: item.execId,
    kind: 'funding',
    time: item.execTimeE3,
    side: item.side,
    text: text(fee > 0n ? 'mark.fundingPaid' : 'mark.fundingReceived'),
    details: [
      earnedFact(text('mark.amount'), negated(item.execFee), item.feeCurrency, writer),
      plain(text('mark.rate'), percentText(formats, share === undefined ? undefined : rate(share), 4)),
      plain(text('mark.quantity'), `${formats.decimal(item.execQty)} ${quantityCoin(instrument)}`),
      plain(text('mark.markPrice'), formats.decimal(item.execPrice)),
    ],
  };
}

const TITLES = { Buy: 'mark.buy', Sell: 'mark.sell' } as const;
const ENDINGS: ReadonlySet<ExecutionItem['execType']> = new Set<ExecutionItem['execType']>(['Delivery', 'Settle', 'SessionSettlement']);

function tradeMark(item: ExecutionItem, instrument: Instrument, writer: LineWriter): ChartMark {
  const { formats, text } = writer;
  const { side, execPrice, execQty, execFee, feeCurrency, execType, closedPnl, closedSize } = item;
  const price = formats.decimal(execPrice);
  const quantity = `${formats.decimal(execQty)} ${quantityCoin(instrument)}`;
  const isSettled = execType === 'SessionSettlement';
  const closes = isSettled || (parseDecimal(closedSize) ?? 0n) !== 0n;
  return {
    id: item.execId,
    kind: ENDINGS.has(execType) ? 'delivery' : 'execution',
    time: item.execTimeE3,
    side,
    text: text(isSettled ? 'mark.settled' : TITLES[side], { quantity, price }),
    details: [
      plain(text('mark.price'), price),
      plain(text('mark.quantity'), quantity),
      plain(text('mark.fee'), `${formats.decimal(execFee)} ${feeCurrency}`),
      ...(closes ? [earnedFact(text('mark.pnl'), closedPnl, instrument.settleCoin, writer)] : []),
      ...(execType === 'Trade' || execType === 'Funding' ? [] : [plain(text('mark.kind'), text(`mark.${execType}`))]),
    ],
  };
}

/** The account's executions, funding payments, settlements and deliveries of a contract as marks, both ends included; none for a visitor. */
export async function executionMarks(
  client: TerminalClient,
  { ticker, from, to }: { readonly ticker: string; readonly from: number; readonly to: number },
  writer: LineWriter,
): Promise<readonly ChartMark[]> {
  const instrument = client.markets.instrument(ticker);
  const session = client.session.state.get();
  const isIn = session.status !== 'idle' && session.data?.loggedIn === true;
  if (instrument === undefined || !isIn) return [];
  const marks: ChartMark[] = [];
  let cursor = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await client.histories.executions(cursor, { symbol: ticker, from });
    if (!answer.ok) throw new Error(answer.failure.message);
    for (const item of answer.value.rows) {
      if (item.execTimeE3 > to) continue;
      marks.push(item.execType === 'Funding' ? fundingMark(item, instrument, writer) : tradeMark(item, instrument, writer));
    }
    cursor = answer.value.cursor;
    if (cursor === '') break;
  }
  return marks;
}
