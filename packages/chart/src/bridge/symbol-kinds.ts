/** Kinds that a search can be filtered by (CHT-05). */
export const SYMBOL_KINDS = ['spot', 'perpetual', 'expiry'] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];
