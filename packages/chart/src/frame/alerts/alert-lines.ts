import type { ChartLine, DragEstimate } from '../../bridge/messages.ts';
import { stateOf, type Alert } from './alert.ts';
import { ALERT_LINE, isAlertLine } from './line-ids.ts';
import { alertName, distanceText, type WordSource } from './alert-words.ts';

/** Ends of an alert that a line stands for. */
const ENDS = ['value', 'low', 'high'] as const;
type End = (typeof ENDS)[number];

export interface LineSetting extends WordSource {
  readonly ticker: string;
  readonly now: number;
  readonly onlyActive: boolean;
}

/** The lines of the alerts at prices of the shown symbol. */
export function alertLines(alerts: readonly Alert[], { ticker, now, onlyActive, ...source }: LineSetting): readonly ChartLine[] {
  const { texts } = source;
  return alerts
    .filter((alert) => alert.ticker === ticker && (!onlyActive || stateOf(alert, now) === 'active'))
    .flatMap((alert) => {
      const state = stateOf(alert, now);
      return pricesOf(alert).map(([end, price]): ChartLine => ({
        id: `${ALERT_LINE}${end}:${alert.id}`,
        kind: 'alert',
        price,
        side: 'Buy',
        name: state === 'active' ? texts.alert : `${texts.alert} (${texts[`alertState.${state}`]})`,
        quantity: '',
        details: [{ text: alert.name === '' ? texts[`alertOperator.${alert.operator}`] : alert.name, tone: 'plain' }],
        buttons: [
          { id: 'edit', label: texts['alert.editShort'] },
          { id: 'cancel', label: texts.remove },
        ],
        drag: 'move',
      }));
    });
}

function pricesOf({ subject, target }: Alert): readonly (readonly [End, number])[] {
  if (subject.kind !== 'price') return [];
  if (target.kind === 'value') return [['value', target.value]];
  if (target.kind !== 'channel') return [];
  return [
    ['low', target.low],
    ['high', target.high],
  ];
}

/** The alert of a line and its end; `undefined` of another line. */
export function ofLine(lineId: string): { readonly id: string; readonly end: End } | undefined {
  if (!isAlertLine(lineId)) return undefined;
  const [name, id = ''] = lineId.slice(ALERT_LINE.length).split(':');
  const end = ENDS.find((each) => each === name);
  return end === undefined ? undefined : { id, end };
}

/** The alert with one price changed. If the ends of a channel cross, they swap. */
export function movedAlert(alert: Alert, end: End, price: number): Alert {
  const { target } = alert;
  if (target.kind === 'value') return { ...alert, target: { kind: 'value', value: price } };
  if (target.kind !== 'channel') return alert;
  const [low, high] = end === 'low' ? [price, target.high] : [target.low, price];
  return { ...alert, target: { kind: 'channel', low: Math.min(low, high), high: Math.max(low, high) } };
}

/** Note beside a dragged alert line: its name and its distance from the last price. */
export function dragWords(alert: Alert, price: number, last: number | undefined, source: WordSource): DragEstimate {
  const { texts, locale } = source;
  const facts =
    last === undefined ? [] : [{ name: texts['alert.distance'], value: distanceText(price, last, locale), tone: 'plain' as const }];
  return { title: alertName(alert, source).slice(0, 200), facts, problem: '' };
}
