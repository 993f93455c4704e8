/** What every trading screen shows at once. */
const EVERYWHERE = ['app', 'platform', 'account-summary', 'connection', 'order-book', 'positions', 'symbol-header', 'trades'];

/** What a page shows beside it, by the beginning of its address; the first that fits. */
const PAGES: readonly (readonly [path: string, namespaces: readonly string[]])[] = [
  ['/trade/spot', ['spot-form']],
  ['/trade/option', ['option-board', 'order-form']],
  ['/trade/spread', ['spread']],
  ['/copy-trading', ['copy-trading']],
  ['/user/', ['history']],
  ['/', ['order-form']],
];

/** Namespaces of the texts that the first view of a page waits for. */
export const firstTexts = (address: string): readonly string[] => [
  ...EVERYWHERE,
  ...(PAGES.find(([path]) => address.startsWith(path))?.[1] ?? []),
];
