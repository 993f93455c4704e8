import { closesPosition, hasOneButton, type AlgoDraft, type AlgoFact } from '@tapedeck/client';
import type { Formats } from '@tapedeck/i18n';
import { isSpot, type Instrument } from '@tapedeck/domain';
import { Button } from '@tapedeck/ui';
import { errorText } from '../../widgets/error-text.ts';
import { FigureTable } from '../../widgets/figure-table.tsx';
import { FormProblems } from '../../widgets/form-problems.tsx';
import { StalePrices } from '../../widgets/stale-prices.tsx';
import { notify } from '../../platform/notifications.ts';
import { askToLogIn, useLoginState } from '../../platform/session.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useHedged } from '../../widgets/use-hedged.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { lotsText, moneyText, percentText, priceText, UNKNOWN } from '../../platform/values.ts';
import type { AlgoPart } from './algo-fields.tsx';
import type { Side } from './algo-store.ts';
import styles from './algo-form.module.css';
import { useAlgoErrorText, useAlgoText, useFactText } from './texts.ts';

const MINUTE = 60_000;
const SIDES = ['Buy', 'Sell'] as const satisfies readonly Side[];

function durationText(formats: Formats, ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  const seconds = Math.round((ms % MINUTE) / 1_000);
  return `${formats.count(minutes, 0)}:${String(seconds).padStart(2, '0')}`;
}

function factText(formats: Formats, fact: AlgoFact, instrument: Instrument): string {
  if (fact.value === undefined) return UNKNOWN;
  switch (fact.kind) {
    case 'money':
      return moneyText(formats, fact.value);
    case 'price':
      return priceText(formats, fact.value, instrument);
    case 'quantity':
      return lotsText(formats, fact.value, instrument);
    case 'count':
      return formats.count(fact.value, 0);
    case 'duration':
      return durationText(formats, fact.value);
    case 'percent':
      return percentText(formats, fact.value);
  }
}

/** Preview of the sides that can be pressed; its rows depend on the kind, their values on the market. */
function Preview({ form, sides }: AlgoPart & { readonly sides: readonly Side[] }) {
  const text = useAlgoText();
  const common = useCommonText();
  const facts = useFactText();
  const formats = useFormats();
  const namesOf = () => new Set(sides.flatMap((side) => form.preview(side).map(({ name }) => name)));
  const names = useSelected(form.previews, () => [...namesOf()].join(' '));
  if (names === '') return null;
  const read = (name: string, side: Side) => (): string => {
    const fact = form.preview(side).find((found) => found.name === name);
    return fact === undefined ? UNKNOWN : factText(formats, fact, form.feed.instrument);
  };
  return (
    <FigureTable
      label={text('preview')}
      {...(sides.length > 1 && { columns: [common('buy'), common('sell')] })}
      rows={names.split(' ').map((name) => ({ name, label: facts(`fact.${name}`), read: sides.map((side) => read(name, side)) }))}
      sources={[form.previews]}
      input={() => form.draft.get()}
    />
  );
}

type LabelKey = 'buy' | 'sell' | 'buyLong' | 'sellShort' | 'closeLong' | 'closeShort' | 'buyAbove' | 'sellAbove' | 'start';

function labelOf(draft: AlgoDraft, side: Side, { spot, hedged }: { readonly spot: boolean; readonly hedged: boolean }): LabelKey {
  const buy = side === 'Buy';
  if (spot && !hasOneButton(draft)) return buy ? 'buy' : 'sell';
  if (hasOneButton(draft)) return 'start';
  if (closesPosition(draft) || (hedged && draft.reduceOnly)) return buy ? 'closeShort' : 'closeLong';
  if (draft.kind === 'Oco' && draft.pairKind === 'BidirectionalTpSl') return buy ? 'buyAbove' : 'sellAbove';
  return buy ? 'buyLong' : 'sellShort';
}

function SideButton({ form, side }: AlgoPart & { side: Side }) {
  const text = useAlgoText();
  const errors = useAlgoErrorText();
  const formats = useFormats();
  const draft = useReadable(form.draft);
  const hedged = useHedged(form.feed.instrument);
  const busy = useSelected(form.sending, (sending) => sending.state === 'sending' && sending.side === side);
  const problem = useSelected(form.problems, (problems) => problems.find((found) => found.side === side && found.field === 'form'));
  const send = () => {
    const { kind } = form.draft.get();
    void form.submit(side).then((sent) => {
      if (sent) notify({ kind: 'success', id: 'algo-sent', title: text('sent', { kind: text(`kind.${kind}`) }) });
    });
  };
  return (
    <div className={styles['side']}>
      <Button tone={hasOneButton(draft) ? 'accent' : side === 'Buy' ? 'up' : 'down'} size="large" busy={busy} onClick={send}>
        {text(labelOf(draft, side, { spot: isSpot(form.feed.instrument), hedged }))}
      </Button>
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {errorText(errors, formats, problem)}
        </p>
      )}
    </div>
  );
}

function Problems({ form }: AlgoPart) {
  const errors = useAlgoErrorText();
  const formats = useFormats();
  const problem = useSelected(form.problems, (problems) => problems.find(({ field, side }) => field === 'form' && side === undefined));
  return (
    <>
      <StalePrices feeds={[form.feed]} />
      <FormProblems form={form} problem={problem && errorText(errors, formats, problem)} />
    </>
  );
}

/** A button for each side, or one where both sides are traded. */
export function AlgoActions({ form }: AlgoPart) {
  const text = useAlgoText();
  const one = useSelected(form.draft, hasOneButton);
  if (useLoginState() === 'out') {
    return (
      <>
        <Button tone="accent" size="large" sends={false} onClick={askToLogIn}>
          {text('logInToTrade')}
        </Button>
        <Problems form={form} />
      </>
    );
  }
  const sides = one ? (['Buy'] as const) : SIDES;
  return (
    <>
      <div className={styles[one ? 'one' : 'sides']}>
        {sides.map((side) => (
          <SideButton key={side} form={form} side={side} />
        ))}
      </div>
      <Problems form={form} />
      <Preview form={form} sides={sides} />
    </>
  );
}
