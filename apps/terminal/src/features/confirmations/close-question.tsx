import { closePreview, orderFormContext, type ClosePreview, type PositionView } from '@tapedeck/client';
import { addMoney, isCopied, lotCount, moneyUnits, quantityCoin, ZERO_MONEY, type FillFigures } from '@tapedeck/domain';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { openPositions } from '../../intents/confirmation-asked.ts';
import { ClosingEffects } from '../../widgets/effects/closing-effects.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking, TickingFact, type TickingValue } from '../../platform/ticking.tsx';
import { useMarketFeed } from '../../platform/use-market-feed.ts';
import { StalePrices } from '../../widgets/stale-prices.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { coinDigits, lotsText, moneyText, priceText, signedMoneyText, toneOf, UNKNOWN } from '../../platform/values.ts';
import styles from './confirmations.module.css';
import { Question } from './question.tsx';
import { nameOf, useConfirmationText } from './texts.ts';
import { useSending } from './use-sending.ts';

type Kind = 'marketClose' | 'closeAll';

/** Identifies the positions of a question; a change of the text makes it a new question. */
const wordOf = (views: readonly PositionView[]): string =>
  views.map(({ key, record }) => `${key} ${record.side} ${lotCount(record.size)}`).join();

/** The selected positions in their current state, and a key that changes with everything except prices. */
function useNow(kind: Kind, asked: readonly PositionView[]): { readonly word: string; read(): readonly PositionView[] } {
  const client = useClient();
  const { positions } = client;
  const read = useCallback(
    () => (kind === 'closeAll' ? openPositions(client) : asked.flatMap(({ key }) => positions.position(key).get() ?? [])),
    [client, positions, kind, asked],
  );
  const follow = useCallback(
    (listener: () => void) => {
      const ends = [positions.keys.subscribe(listener), ...asked.map(({ key }) => positions.position(key).subscribe(listener))];
      return () => {
        for (const end of ends) end();
      };
    },
    [positions, asked],
  );
  return { word: useSyncExternalStore(follow, () => wordOf(read())), read };
}

/** Preview of closing one position against the current book. */
function Closing({ view, named }: { view: PositionView; named: boolean }) {
  const client = useClient();
  const text = useConfirmationText();
  const formats = useFormats();
  const { instrument, record } = view;
  const feed = useMarketFeed(instrument.symbol);
  const context = useMemo(() => orderFormContext(client, feed), [client, feed]);
  const digits = coinDigits(instrument.settleCoin);
  const quantity = lotsText(formats, record.size, instrument);
  const coin = quantityCoin(instrument);
  const figure = (name: string, show: (closing: ClosePreview & { readonly figures: FillFigures }) => TickingValue | string) => (
    <TickingFact
      name={name}
      sources={[context, feed.book]}
      read={() => {
        const closing = closePreview(record, {}, context.get());
        const figures = closing?.fill?.figures;
        return closing === undefined || figures === undefined ? UNKNOWN : show({ ...closing, figures });
      }}
    />
  );
  return (
    <div className={styles['position']} role="group" aria-label={nameOf(text, view)}>
      {named && <strong>{nameOf(text, view)}</strong>}
      <dl>
        <div>
          <dt>{text('quantity')}</dt>
          <dd>{`${quantity} ${coin}`}</dd>
        </div>
        {figure(text('fills'), ({ figures }) => text('fillsOf', { filled: lotsText(formats, figures.filled, instrument), quantity, coin }))}
        {figure(text('average'), ({ figures }) => priceText(formats, figures.averagePrice, instrument))}
        {figure(text('worst'), ({ figures }) => priceText(formats, figures.worstPrice, instrument))}
        {figure(text('pnl'), ({ pnl }) => ({
          text: `${signedMoneyText(formats, pnl, digits)} ${instrument.settleCoin}`,
          tone: toneOf(moneyUnits(pnl)),
        }))}
        {figure(text('fee'), ({ fee }) => `${moneyText(formats, fee, digits)} ${instrument.settleCoin}`)}
      </dl>
      <Ticking
        as="p"
        className={styles['warning']}
        sources={[context, feed.book]}
        read={() => {
          const fill = closePreview(record, {}, context.get())?.fill;
          return fill === undefined || fill.filled >= record.size ? '' : text('short');
        }}
      />
      <StalePrices feeds={[feed]} />
    </div>
  );
}

/** Unrealised P&L of all positions together, by settle coin. */
function Total({ views }: { views: readonly PositionView[] }) {
  const { positions } = useClient();
  const text = useConfirmationText();
  const formats = useFormats();
  const coins = [...new Set(views.map(({ instrument }) => instrument.settleCoin))];
  const sources = views.map(({ key }) => positions.position(key));
  return (
    <div className={styles['position']}>
      <dl aria-label={text('total')}>
        {coins.map((coin) => (
          <TickingFact
            key={`${coin} ${views.length}`}
            name={text('total')}
            sources={sources}
            read={() => {
              const now = sources.flatMap((source) => source.get() ?? []).filter(({ instrument }) => instrument.settleCoin === coin);
              const sum = now.reduce((total, { unrealisedPnl = ZERO_MONEY }) => addMoney(total, unrealisedPnl), ZERO_MONEY);
              return { text: `${signedMoneyText(formats, sum, coinDigits(coin))} ${coin}`, tone: toneOf(moneyUnits(sum)) };
            }}
          />
        ))}
      </dl>
    </div>
  );
}

/** Effect of a close on copy trading. */
function CopyNote({ views }: { views: readonly PositionView[] }) {
  const text = useConfirmationText();
  const role = useSelected(useClient().copying.state, (part) => (part.status === 'idle' ? undefined : part.data?.role));
  if (!views.some(({ instrument }) => isCopied(instrument)) || role === undefined || role === 'none') return null;
  return <p className={styles['note']}>{text(role === 'leader' ? 'copies' : 'follows')}</p>;
}

interface CloseQuestionProps {
  readonly kind: Kind;
  readonly views: readonly PositionView[];
  onClose(): void;
}

/** Confirms a market close of positions. Only the stated positions are closed: if one changes, the user must press again. */
export function CloseQuestion({ kind, views, onClose }: CloseQuestionProps) {
  const text = useConfirmationText();
  const { close } = useSending();
  const [stated, setStated] = useState(() => wordOf(views));
  const { word, read } = useNow(kind, views);
  const shown = read();
  const [first] = shown;
  const changed = word !== stated;
  const confirm = (): boolean => {
    const now = read();
    if (wordOf(now) !== stated) {
      setStated(wordOf(now));
      return false;
    }
    void close(kind, now);
    return true;
  };
  const title =
    kind === 'closeAll' || first === undefined
      ? text('closeAllTitle', { count: shown.length })
      : text('closeTitle', { position: nameOf(text, first) });
  return (
    <Question
      kind={kind}
      title={title}
      confirm={changed ? text('review') : text(kind === 'closeAll' ? 'closeAll' : 'close')}
      disabled={first === undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      {changed && (
        <p role="alert" className={styles['warning']}>
          {text(first === undefined ? 'gone' : 'changed')}
        </p>
      )}
      {first !== undefined && (
        <>
          <div className={styles['positions']}>
            {shown.map((view) => (
              <Closing key={`${view.key} ${lotCount(view.record.size)} ${view.record.side}`} view={view} named={kind === 'closeAll'} />
            ))}
          </div>
          {kind === 'closeAll' && <Total views={shown} />}
          <p className={styles['note']}>{text('estimated')}</p>
          <ClosingEffects views={shown} />
          <CopyNote views={shown} />
        </>
      )}
    </Question>
  );
}
