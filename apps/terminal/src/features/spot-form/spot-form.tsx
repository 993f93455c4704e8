import { spotKind, type SpotKind } from '@tapedeck/client';
import { formatDecimal, moneyUnits } from '@tapedeck/domain';
import { Button, Tabs } from '@tapedeck/ui';
import { useEffect, type ReactNode } from 'react';
import { FormProblems } from '../../widgets/form-problems.tsx';
import { StalePrices } from '../../widgets/stale-prices.tsx';
import { askToLogIn, useLoginState } from '../../platform/session.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { Conditions, SpotFields, TpslBlock } from './spot-fields.tsx';
import styles from './spot-form.module.css';
import { Available, FillNote, Preview } from './spot-preview.tsx';
import { useSpotText } from './texts.ts';
import { useProblem, type SpotPart } from './use-problem.ts';

const SIDES = ['Buy', 'Sell'] as const;
const KINDS = ['Limit', 'Market', 'Conditional'] as const satisfies readonly SpotKind[];

function SideTabs({ form }: SpotPart) {
  const text = useSpotText();
  const side = useSelected(form.draft, (draft) => draft.side);
  const coin = form.feed.instrument.baseCoin;
  return (
    <Tabs
      compact
      className={styles['types']}
      label={text('side')}
      value={side}
      items={SIDES.map((value) => ({ value, label: text(value, { coin }) }))}
      onChange={(next) => form.dispatch({ type: 'sideChosen', side: next })}
    />
  );
}

function KindTabs({ form, hasAlgo }: SpotPart & { hasAlgo: boolean }) {
  const text = useSpotText();
  const common = useCommonText();
  const algo = useReadable(form.algo);
  const kind = useSelected(form.draft, spotKind);
  const labels = { Limit: common('limit'), Market: common('market'), Conditional: text('conditional'), Algo: text('algo') };
  const kinds = hasAlgo ? ([...KINDS, 'Algo'] as const) : KINDS;
  return (
    <Tabs
      compact
      className={styles['types']}
      label={text('type')}
      value={algo ? 'Algo' : kind}
      items={kinds.map((value) => ({ value, label: labels[value] }))}
      onChange={(chosen) => {
        form.algo.set(chosen === 'Algo');
        if (chosen !== 'Algo') form.dispatch({ type: 'kindChosen', kind: chosen });
      }}
    />
  );
}

function Problems({ form }: SpotPart) {
  return (
    <>
      <StalePrices feeds={[form.feed]} />
      <FormProblems form={form} problem={useProblem(form, 'form')} />
    </>
  );
}

function Send({ form }: SpotPart) {
  const text = useSpotText();
  const side = useSelected(form.draft, (draft) => draft.side);
  const busy = useSelected(form.sending, ({ state }) => state === 'sending');
  const coin = form.feed.instrument.baseCoin;
  if (useLoginState() === 'out') {
    return (
      <Button tone="accent" size="large" sends={false} onClick={askToLogIn}>
        {text('logIn')}
      </Button>
    );
  }
  return (
    <Button tone={side === 'Buy' ? 'up' : 'down'} size="large" busy={busy} onClick={() => void form.submit()}>
      {text(side, { coin })}
    </Button>
  );
}

/** Shows the minimum order value of the pair, before an order is refused for it. */
function Least({ form }: SpotPart) {
  const text = useSpotText();
  const formats = useFormats();
  const { minNotional, quoteCoin } = form.feed.instrument;
  return (
    <p className={styles['least']}>{text('least', { min: formats.decimal(formatDecimal(moneyUnits(minNotional))), coin: quoteCoin })}</p>
  );
}

/** Spot order form, with borrowing if the pair supports it. `algo` is the content of the last tab. */
export function SpotForm({ form, algo }: SpotPart & { algo?: ReactNode }) {
  const text = useSpotText();
  const onAlgo = useReadable(form.algo) && algo !== undefined;
  useEffect(() => form.start(), [form]);
  return (
    <form className={styles['form']} aria-label={text('region')} noValidate onSubmit={(event) => event.preventDefault()}>
      {!onAlgo && <SideTabs form={form} />}
      <KindTabs form={form} hasAlgo={algo !== undefined} />
      {onAlgo ? (
        algo
      ) : (
        <>
          <Available form={form} />
          <SpotFields form={form} />
          <Conditions form={form} />
          <TpslBlock form={form} />
          <div className={`${styles['send'] ?? ''} stays-in-sight`}>
            <Send form={form} />
          </div>
          <Problems form={form} />
          <FillNote form={form} />
          {/* Rows come and go with what is typed: above the button they would move it. */}
          <Preview form={form} />
          <Least form={form} />
        </>
      )}
    </form>
  );
}
