import { MARKET_PART, type SpreadDraft } from '@tapedeck/client';
import { formatDecimal, priceUnits, quantityUnits, spreadQuantities, spreadSides, quantityCoin } from '@tapedeck/domain';
import { Button, NumberField, Tabs } from '@tapedeck/ui';
import { useEffect } from 'react';
import { notify } from '../../platform/notifications.ts';
import { askToLogIn, useLoginState } from '../../platform/session.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { FormProblems } from '../../widgets/form-problems.tsx';
import { StalePrices } from '../../widgets/stale-prices.tsx';
import { TypedField } from '../../widgets/typed-field.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { lotsText } from '../../platform/values.ts';
import styles from './spread.module.css';
import { pairOf, type SpreadFormStore } from './spread-form-store.ts';
import { SpreadPreviewRows } from './spread-preview-rows.tsx';
import { useSpreadText } from './texts.ts';

const SIDES = ['Buy', 'Sell'] as const;
const HUNDRED = 100n;

/** Error text that blocks the order; `undefined` without errors. */
function useProblem({ feeds, problems }: SpreadFormStore): string | undefined {
  const text = useSpreadText();
  const told = useReadable(problems);
  const formats = useFormats();
  const { far } = feeds;
  const has = (code: (typeof told)[number]['code']): boolean => told.some((problem) => problem.code === code);
  if (has('noBook')) return text('noBook');
  if (has('priceWrong')) return text('priceWrong', { step: formatDecimal(priceUnits(far.instrument.tickSize)) });
  if (!has('quantityWrong')) return undefined;
  const { least, most } = spreadQuantities(pairOf(feeds));
  return text('quantityWrong', {
    step: formats.decimal(formatDecimal(quantityUnits(far.instrument.lotSize))),
    least: lotsText(formats, least, far.instrument),
    most: lotsText(formats, most, far.instrument),
    coin: quantityCoin(far.instrument),
  });
}

function Legs({ feeds, side, atMarket }: Pick<SpreadFormStore, 'feeds'> & { side: 'Buy' | 'Sell'; atMarket: boolean }) {
  const text = useSpreadText();
  const common = useCommonText();
  const formats = useFormats();
  const sides = spreadSides(side);
  const word = (of: 'Buy' | 'Sell'): string => common(of === 'Buy' ? 'buy' : 'sell');
  return (
    <ul className={styles['legs']}>
      <li>{text('legFar', { side: word(sides.far), symbol: feeds.far.instrument.symbol })}</li>
      <li>{text('legNear', { side: word(sides.near), symbol: feeds.near.instrument.symbol })}</li>
      <li>{text('both')}</li>
      {atMarket && <li>{text('marketNote', { share: formats.percent(formats.count((HUNDRED * HUNDRED) / MARKET_PART, 2)) })}</li>}
    </ul>
  );
}

/** Buys or sells a spread: at a spread price, or at the best one available. */
export function SpreadForm({ form }: { form: SpreadFormStore }) {
  const text = useSpreadText();
  const common = useCommonText();
  const { side, orderType, price, quantity } = useReadable(form.draft);
  const busy = useSelected(form.sending, ({ state }) => state === 'sending');
  const problem = useProblem(form);
  const login = useLoginState();
  const visitor = login === 'out';
  const { far } = form.feeds;
  const limited = orderType === 'Limit';
  const read = form.reading();
  const ready = read.quantity !== undefined && (!limited || read.plan !== undefined);
  useEffect(() => form.start(), [form]);
  const change = (part: Partial<SpreadDraft>): void => form.dispatch({ type: 'changed', part });
  const send = (): void => {
    void form.submit().then((sent) => {
      if (sent) notify({ kind: 'success', id: 'spread', title: text('sent') });
    });
  };
  return (
    <form className={styles['form']} aria-label={text('form')} noValidate onSubmit={(event) => event.preventDefault()}>
      <Tabs
        compact
        label={text('side')}
        value={side}
        items={SIDES.map((value) => ({ value, label: text(value) }))}
        onChange={(next) => change({ side: next })}
      />
      <Tabs
        compact
        label={text('type')}
        value={orderType}
        items={[
          { value: 'Limit', label: common('limit') },
          { value: 'Market', label: common('market') },
        ]}
        onChange={(next) => change({ orderType: next })}
      />
      {limited ? (
        <TypedField
          label={text('price')}
          value={price}
          precision={far.instrument.priceDigits}
          signed
          step={priceUnits(far.instrument.tickSize)}
          unit={far.instrument.quoteCoin}
          onText={(typed) => change({ price: typed })}
          onBlur={() => form.dispatch({ type: 'priceLeft' })}
        />
      ) : (
        <NumberField label={text('price')} value={text('marketPrice')} disabled onText={() => undefined} />
      )}
      <TypedField
        label={text('quantity')}
        precision={far.instrument.quantityDigits}
        step={quantityUnits(far.instrument.lotSize)}
        value={quantity}
        unit={quantityCoin(far.instrument)}
        onText={(typed) => change({ quantity: typed })}
      />
      <SpreadPreviewRows form={form} />
      {visitor ? (
        <Button tone="accent" size="large" sends={false} onClick={askToLogIn}>
          {text('logIn')}
        </Button>
      ) : (
        <Button tone={side === 'Buy' ? 'up' : 'down'} size="large" busy={busy} disabled={!ready || login !== 'in'} onClick={send}>
          {text(side)}
        </Button>
      )}
      <StalePrices feeds={[form.feeds.far, form.feeds.near]} />
      <FormProblems form={{ ...form, feed: form.feeds.far }} problem={problem} />
      {problem === undefined && !ready && !visitor && (
        <p className={styles['missing']}>{text(limited ? 'missingBoth' : 'missingQuantity')}</p>
      )}
      <Legs feeds={form.feeds} side={side} atMarket={!limited} />
    </form>
  );
}
