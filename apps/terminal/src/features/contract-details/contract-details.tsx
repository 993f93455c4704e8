import type { MarketFeed } from '@tapedeck/client';
import { isPerpetual, isSpot } from '@tapedeck/domain';
import { TabPanel, Tabs } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState } from 'react';
import { PanelBoundary } from '../../platform/panel-state.tsx';
import styles from './contract-details.module.css';
import { Deliveries } from './deliveries.tsx';
import { Fundings } from './fundings.tsx';
import { InsuranceFunds } from './insurance-funds.tsx';
import { RiskTiers } from './risk-tiers.tsx';
import { Terms } from './terms.tsx';
import { useDetailsText, type PartProps } from './texts.ts';

const TermsPart = ({ feed }: PartProps) => <Terms instrument={feed.instrument} feed={feed} />;
const PARTS = { terms: TermsPart, funding: Fundings, tiers: RiskTiers, fund: InsuranceFunds, delivery: Deliveries } as const;
type Part = keyof typeof PARTS;

function partsOf({ instrument }: MarketFeed): readonly Part[] {
  if (isSpot(instrument)) return ['terms'];
  return isPerpetual(instrument) ? ['terms', 'funding', 'tiers', 'fund', 'delivery'] : ['terms', 'tiers', 'fund', 'delivery'];
}

/** All static facts of a contract: its terms, past fundings, risk limits, insurance fund, deliveries. */
export function ContractDetails({ feed, onClose }: { readonly feed: MarketFeed; onClose(): void }) {
  const text = useDetailsText();
  const [part, setPart] = useState<Part>('terms');
  return (
    <Dialog
      open
      broad
      title={text('title', { symbol: feed.instrument.symbol })}
      closeLabel={text('close')}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Tabs<Part>
        compact
        label={text('tabs')}
        items={partsOf(feed).map((value) => ({ value, label: text(`tab.${value}`) }))}
        value={part}
        onChange={setPart}
      >
        {partsOf(feed).map((value) => {
          const Shown = PARTS[value];
          return (
            <TabPanel key={value} value={value} className={styles['part']}>
              <PanelBoundary>
                <Shown feed={feed} />
              </PanelBoundary>
            </TabPanel>
          );
        })}
      </Tabs>
    </Dialog>
  );
}
