/** Texts that every trading screen shows at once. */
const EVERYWHERE = [
  'app',
  'pages',
  'platform',
  'widgets',
  'notices',
  'account-summary',
  'connection',
  'order-book',
  'positions',
  'symbol-header',
];

/** Further namespaces per page, by the beginning of its path; the first match applies. */
const PAGES: readonly (readonly [path: string, namespaces: readonly string[]])[] = [
  ['/trade/spot', ['spot-form']],
  ['/trade/option', ['option-board', 'order-form']],
  ['/trade/spread', ['spread']],
  ['/copy-trading', ['copy-trading']],
  ['/user/', ['history']],
  ['/', ['order-form']],
];

/** Namespaces of the texts that the first paint of a page waits for. */
export const firstTexts = (address: string): readonly string[] => [
  ...EVERYWHERE,
  ...(PAGES.find(([path]) => address.startsWith(path))?.[1] ?? []),
];
