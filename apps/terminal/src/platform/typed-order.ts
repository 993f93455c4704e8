import type { Readable } from '@tapedeck/client';

/** Fields of an order form that a reload of the tab keeps: what the trader has typed, and what it means. */
type Typed = Readonly<Partial<Record<'price' | 'quantity' | 'unit' | 'orderType' | 'side', string>>>;

const PLACE = 'tapedeck.typedOrder';

/** The values typed in this tab for the symbol; none for any other, so that nobody finds an old order in a form. */
export function readTyped(symbol: string): Typed {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? '') as { readonly symbol?: unknown; readonly typed?: Typed };
    return kept.symbol === symbol
      ? Object.fromEntries(Object.entries(kept.typed ?? {}).filter(([, text]) => typeof text === 'string'))
      : {};
  } catch {
    return {};
  }
}

/** Keeps the typed values of a form from now on. */
export function keepTyped(symbol: string, draft: Readable<Typed>): void {
  draft.subscribe(() => {
    const { price, quantity, unit, orderType, side } = draft.get();
    try {
      sessionStorage.setItem(PLACE, JSON.stringify({ symbol, typed: { price, quantity, unit, orderType, side } }));
    } catch {
      // Without storage, a reload empties the form.
    }
  });
}
