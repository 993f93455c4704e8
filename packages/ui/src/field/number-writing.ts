import { createContext } from 'react';

/** How the trader writes numbers, and the words for those that cannot be read. */
export interface NumberWriting {
  readonly isCommaDecimal: boolean;
  /** Explains why this text is kept and not used: it means no number, or more than one. */
  unread(text: string): string;
  /** Explains why this text was not inserted. */
  refused(text: string): string;
}

export const NumberWritingContext = createContext<NumberWriting>({
  isCommaDecimal: false,
  unread: (text) => text,
  refused: (text) => text,
});
