import { InfoIcon, StateMessage, TabPanel, Tabs } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { shareLink } from '../../platform/invite.ts';
import { PanelFailure, PanelLoading } from '../../platform/panel-state.tsx';
import type { PosterSubject } from '../../intents/poster-asked.ts';
import { useCommonText, useTexts } from '../../platform/texts.tsx';
import { theme } from '../../platform/theme.ts';
import { useSelected } from '../../platform/use-readable.ts';
import { EmailField } from './email-field.tsx';
import { PosterActions } from './poster-actions.tsx';
import { SHOWN, usePosterContent, type Shown, type User } from './poster-content.ts';
import { LookChoice, ShownChoice } from './poster-options.tsx';
import { PosterPicture } from './poster-picture.tsx';
import { tabsOf, useArt, useTrade, type PosterTab, type TradeState } from './poster-trade.ts';
import styles from './poster.module.css';
import { usePosterText } from './texts.ts';

const TAB_TEXT = {
  'position-order': 'tab.position',
  'profit-order': 'tab.closed',
  'pb-profit': 'tab.booked',
  vip: 'tab.vip',
} as const satisfies Record<PosterTab, string>;

export interface PosterDialogProps {
  readonly subject: PosterSubject;
  onClose(): void;
}

/** The user's address, '' until known. */
function useEmail(): readonly [string, (email: string) => void] {
  const client = useClient();
  const [email, setEmail] = useState('');
  useEffect(() => {
    // Without an answer the poster shows no address.
    void client.session.email.read().then((answer) => {
      if (answer.ok) setEmail(answer.value);
    });
  }, [client]);
  return [email, setEmail];
}

/** Why there is no picture. */
function NoPicture({ state }: { readonly state: TradeState }) {
  const text = usePosterText();
  if (state.status === 'failed') return <PanelFailure failure={state.failure} />;
  if (state.status === 'none') return <StateMessage title={text('noClosing')} detail={text('noClosingDetail')} />;
  return <PanelLoading rows={8} />;
}

interface BodyProps {
  readonly subject: PosterSubject;
  readonly tab: PosterTab;
  readonly user: User;
}

function PosterBody({ subject, tab, user }: BodyProps) {
  const text = usePosterText();
  const language = useTexts().language.tag;
  const [look, setLook] = useState(() => theme.get());
  const [shown, setShown] = useState<ReadonlySet<Shown>>(() => new Set(SHOWN));
  const [email, setEmail] = useEmail();
  const canvas = useRef<HTMLCanvasElement>(null);
  const state = useTrade(subject, tab);
  const trade = state.status === 'ready' ? state.trade : undefined;
  const art = useArt(trade);
  const link = shareLink(location.origin, language, user.username);
  const content = usePosterContent({ trade, vip: tab === 'vip', shown, user, email, link });
  const instrument = 'view' in subject ? subject.view.instrument : trade?.instrument;
  const stage: ReactNode =
    content === undefined ? (
      <NoPicture state={state} />
    ) : (
      <PosterPicture content={content} art={shown.has('chart') ? art : undefined} link={link} look={look} canvas={canvas} />
    );
  return (
    <div className={styles['columns']}>
      <div className={styles['stage']}>{stage}</div>
      <div className={styles['options']}>
        <LookChoice look={look} onChange={setLook} />
        <ShownChoice shown={shown} coin={instrument?.settleCoin ?? ''} onChange={setShown} />
        {shown.has('trader') && <EmailField email={email} onKept={setEmail} />}
        <label className={styles['link']}>
          <span>{text('link')}</span>
          <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <p className={styles['note']}>
          <InfoIcon />
          <span>{text('paperNote')}</span>
        </p>
        <PosterActions
          canvas={canvas}
          ready={content !== undefined}
          fileName={`${(instrument?.symbol ?? '').replaceAll('/', '-')}-${tab}.png`}
          link={link}
        />
      </div>
    </div>
  );
}

/** The poster overlay: one picture of a trade, drawn locally, to save or share. */
export function PosterDialog({ subject, onClose }: PosterDialogProps) {
  const text = usePosterText();
  const common = useCommonText();
  const user = useSelected(useClient().session.state, (session) => (session.status === 'idle' ? undefined : session.data?.user));
  const tabs = tabsOf(subject);
  const [tab, setTab] = useState<PosterTab>(tabs[0] ?? 'profit-order');
  if (user === undefined) return null;
  const items = tabs.map((value): { value: PosterTab; label: string } => ({ value, label: text(TAB_TEXT[value]) }));
  return (
    <Dialog
      open
      broad
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text('title')}
      closeLabel={common('close')}
    >
      <Tabs<PosterTab> label={text('tabs')} items={items} value={tab} onChange={setTab}>
        <TabPanel value={tab}>
          <PosterBody subject={subject} tab={tab} user={user} />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}
