import { fullEntry, openingMode, type PositionView, type Readable, type TickerFeed, type TpslEntry } from '@tapedeck/client';
import { isOption, isPerpetual, positionSideOf, type Instrument, type PositionRecord, type Price, quantityCoin } from '@tapedeck/domain';
import { TabPanel, Tabs, Tag } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useEffect, useState } from 'react';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { useClient } from '../../platform/client-context.tsx';
import { useMarginTerms } from '../../widgets/margin-terms.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { lotsText, priceText } from '../../platform/values.ts';
import { EntryList } from './entry-list.tsx';
import { useTpslText } from './texts.ts';
import { TpslFormView } from './tpsl-form-view.tsx';
import styles from './tpsl.module.css';
import type { TpslTarget } from './use-tpsl-form.ts';

type Scope = 'entire' | 'partial';
/** View of the dialog: the form for the entire position or the list, a new entry, or an edited entry. */
type View = { readonly name: 'main' } | { readonly name: 'add' } | { readonly name: 'edit'; readonly entry: TpslEntry };
const MAIN: View = { name: 'main' };

/** Reference price for exits: the last price, or for an option, which may never have traded, the mark price. */
const marketPrice = ({ instrument, ticker }: TickerFeed): Price | undefined => {
  const market = ticker.get().ticker?.market;
  return isOption(instrument) ? market?.mark : market?.last;
};

/** Its first known value: from the opening of the dialog, or the first one after it. */
function firstPrice(feed: TickerFeed): Readable<Price | undefined> {
  let first: Price | undefined;
  const { subscribe } = feed.ticker;
  return { get: () => (first ??= marketPrice(feed)), subscribe: (listener) => subscribe.call(feed.ticker, listener) };
}

interface BasicsProps {
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly position: Readable<PositionView | undefined>;
  readonly feed: TickerFeed;
}

/** The position, and the reference prices for its exits. */
function Basics({ instrument, record, position, feed }: BasicsProps) {
  const text = useTpslText();
  const common = useCommonText();
  const formats = useFormats();
  const terms = useMarginTerms();
  const long = positionSideOf(record.side) === 'LONG';
  return (
    <div className={styles['basics']} role="group" aria-label={text('basics')}>
      <p className={styles['tags']}>
        <strong>{instrument.symbol}</strong>
        {isPerpetual(instrument) && <Tag>{text('perpetual')}</Tag>}
        <Tag tone={long ? 'up' : 'down'}>{common(long ? 'long' : 'short')}</Tag>
        <Tag>{terms(instrument, record)}</Tag>
      </p>
      <dl className={styles['figures']}>
        <div>
          <dt>{text('entry')}</dt>
          <Ticking as="dd" sources={[position]} read={() => priceText(formats, position.get()?.entryPrice, instrument)} />
        </div>
        <div>
          <dt>{text('quantity')}</dt>
          <dd>{`${lotsText(formats, record.size, instrument)} ${quantityCoin(instrument)}`}</dd>
        </div>
        <div>
          <dt>{text(isOption(instrument) ? 'markPrice' : 'marketPrice')}</dt>
          <Ticking as="dd" sources={[feed.ticker]} read={() => priceText(formats, marketPrice(feed), instrument)} />
        </div>
        <div>
          <dt>{text('liquidation')}</dt>
          <Ticking
            as="dd"
            sources={[position]}
            read={() => ({ text: priceText(formats, position.get()?.liquidationPrice, instrument), tone: 'accent' })}
          />
        </div>
      </dl>
    </div>
  );
}

interface LiveDialogProps {
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  onClose(): void;
}

interface MainViewProps {
  readonly target: TpslTarget;
  readonly scope: Scope;
  onScope(scope: Scope): void;
  onView(view: View): void;
  onClose(): void;
}

function MainView({ target, scope, onScope, onView, onClose }: MainViewProps) {
  const text = useTpslText();
  const exits = useReadable(useClient().positions.exits(target.positionKey));
  // A form with typed values stays unchanged when the orders behind it change.
  const [full] = useState(() => fullEntry(exits));
  const whole = <TpslFormView target={target} mode="Full" entry={full} onDone={onClose} onCancel={onClose} />;
  if (isOption(target.instrument)) return whole;
  return (
    <Tabs
      compact
      label={text('scope')}
      value={scope}
      items={[
        { value: 'entire', label: text('entire') },
        {
          value: 'partial',
          label: (
            <span className={styles['tab']}>
              <span>{text('partial')}</span> <Tag tone="accent">{text('new')}</Tag>
            </span>
          ),
        },
      ]}
      onChange={(chosen) => onScope(chosen)}
    >
      <TabPanel value="entire" className={styles['panel']}>
        {whole}
      </TabPanel>
      <TabPanel value="partial" className={styles['panel']}>
        <EntryList target={target} onAdd={() => onView({ name: 'add' })} onModify={(entry) => onView({ name: 'edit', entry })} />
      </TabPanel>
    </Tabs>
  );
}

function LiveDialog({ positionKey, instrument, record, onClose }: LiveDialogProps) {
  const { positions } = useClient();
  const text = useTpslText();
  const common = useCommonText();
  const traits = useAccountTraits();
  const feed = useTickerFeed(instrument.symbol);
  const [reference] = useState(() => firstPrice(feed));
  // The price at the opening of the dialog.
  reference.get();
  const [view, setView] = useState<View>(MAIN);
  const [scope, setScope] = useState<Scope>(() => (openingMode(positions.exits(positionKey).get()) === 'Full' ? 'entire' : 'partial'));
  const some = useSelected(
    positions.exits(positionKey),
    ({ takeProfit, stopLoss, partial }) => takeProfit !== undefined || stopLoss !== undefined || partial.length > 0,
  );
  const target: TpslTarget = { positionKey, instrument, record, account: traits, reference, feed };
  const toMain = () => setView(MAIN);
  const title = view.name === 'add' ? text('addPartial') : view.name === 'edit' ? text('editPartial') : text(some ? 'modify' : 'add');
  return (
    <Dialog
      open
      draggable
      wide
      title={title}
      closeLabel={common('close')}
      back={view.name === 'main' ? undefined : { label: text('back'), onPress: toMain }}
      onOpenChange={(open) => {
        if (open) return;
        if (view.name === 'main') onClose();
        else toMain();
      }}
    >
      <Basics instrument={instrument} record={record} position={positions.position(positionKey)} feed={feed} />
      {view.name === 'main' && <MainView target={target} scope={scope} onScope={setScope} onView={setView} onClose={onClose} />}
      {view.name === 'add' && <TpslFormView target={target} mode="Partial" onDone={toMain} onCancel={toMain} />}
      {view.name === 'edit' && <TpslFormView target={target} mode="Partial" entry={view.entry} onDone={toMain} onCancel={toMain} />}
    </Dialog>
  );
}

/** Take-profit and stop-loss of one position: of all of it, or of parts. Closes by itself when the position ends. */
export function TpslDialog({ positionKey, onClose }: { positionKey: string; onClose: () => void }) {
  const position = useClient().positions.position(positionKey);
  const record = useSelected(position, (view) => view?.record);
  const instrument = useSelected(position, (view) => view?.instrument);
  const gone = record === undefined || instrument === undefined;
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  if (gone) return null;
  return <LiveDialog positionKey={positionKey} instrument={instrument} record={record} onClose={onClose} />;
}
