import type { Formats } from '@tapedeck/i18n';
import { useMemo } from 'react';
import { textHook, useCommonText, useFormats, type Translate } from '../../platform/texts.tsx';
import { useErrorText, type ErrorWords } from '../form-texts.ts';
import english from './text.en.json';

/** The texts that describe a changed order. */
export interface AmendWords {
  readonly formats: Formats;
  readonly amend: Translate<keyof typeof english>;
  readonly common: ReturnType<typeof useCommonText>;
  readonly errorText: ErrorWords;
}

const useAmendText = textHook('amend', english);

export function useAmendWords(): AmendWords {
  const formats = useFormats();
  const [amend, common, errors] = [useAmendText(), useCommonText(), useErrorText()];
  return useMemo(() => ({ formats, amend, common, errorText: errors }), [formats, amend, common, errors]);
}
