import { NumberWritingContext } from '@tapedeck/ui';
import { useMemo, type ReactNode } from 'react';
import { useCommonText, useFormats } from './texts.tsx';
import { useMedia } from './use-media.ts';

/** Number fields inside read a comma as the displayed language does. The keypad of a touch screen has no separator of thousands. */
export function NumberWriting({ children }: { readonly children: ReactNode }) {
  const text = useCommonText();
  const formats = useFormats();
  const isTouch = useMedia('(pointer: coarse)');
  const writing = useMemo(
    () => ({
      isCommaDecimal: isTouch || formats.decimal('0.5').includes(','),
      unread: (typed: string) => text('number.unread', { typed }),
      refused: (inserted: string) => text('number.refused', { inserted }),
    }),
    [text, formats, isTouch],
  );
  return <NumberWritingContext value={writing}>{children}</NumberWritingContext>;
}
