import type { ChartTexts } from '../../bridge/messages.ts';
import type { CompareEntry, StudyEntry } from '../document/chart-document.ts';

/** Name of an indicator with its source: "EMA 20 close", "RSI 14 SMA 20 close". */
export function studyName(study: StudyEntry, studies: readonly StudyEntry[], texts: ChartTexts): string {
  const { indicator, inputs, source } = study;
  const other = 'study' in source ? studies.find(({ id }) => id === source.study) : undefined;
  const isPlain = 'price' in source && source.price === 'close';
  const of = 'price' in source ? texts[`price.${source.price}`] : other === undefined ? '' : studyName(other, studies, texts);
  return [texts[`short.${indicator}`], ...Object.values(inputs).map(String), ...(isPlain ? [] : [of])].join(' ');
}

/** "ETHUSDT", "Mark price", "Mark price ETHUSDT". */
export function compareName({ ticker, series }: CompareEntry, texts: ChartTexts): string {
  return [series === 'mark' ? texts.markPrice : '', ticker].filter((part) => part !== '').join(' ');
}
