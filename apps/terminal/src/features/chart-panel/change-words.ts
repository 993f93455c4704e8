import type { TpslIssueCode } from '@tapedeck/client';
import type { Formats } from '@tapedeck/i18n';
import type { Translate } from '../../platform/texts.tsx';
import type { AmendWords } from '../../widgets/amend/amend-words.ts';
import type english from './text.en.json';

export interface ChangeWords {
  readonly formats: Formats;
  readonly text: Translate<Extract<keyof typeof english, `change.${string}`>>;
  readonly errorText: Translate<`error.${string}`>;
  /** Texts of moved orders. */
  readonly order: AmendWords;
  readonly issueText: Translate<`issue.${TpslIssueCode}`>;
}
