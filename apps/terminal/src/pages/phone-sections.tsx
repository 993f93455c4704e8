import { TabPanel, Tabs } from '@tapedeck/ui';
import type { ReactNode } from 'react';
import { usePageText } from './page-text.ts';
import styles from './phone-sections.module.css';

interface PhoneSectionsProps<Section extends string> {
  /** Accessible name, for pages with more than one. */
  readonly label?: string;
  readonly sections: readonly { readonly value: Section; readonly label: string }[];
  readonly parts: Readonly<Record<Section, ReactNode>>;
  readonly value: Section;
  onChange(section: Section): void;
  /** Always on screen, above and below the sections. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  /** A section that keeps its state while another one is on screen. */
  readonly keeps?: Section;
  /** Class of the workspace that shows all sections side by side instead. */
  readonly beside?: string | undefined;
}

/** A workspace on a phone: one section at a time. With `beside`, the same sections side by side, without a new start of any. */
export function PhoneSections<Section extends string>({
  label,
  sections,
  parts,
  value,
  onChange,
  above,
  below,
  keeps,
  beside,
}: PhoneSectionsProps<Section>) {
  const text = usePageText();
  return (
    <main className={beside ?? styles['phone']} aria-label={label}>
      {above}
      <Tabs
        className={styles['sections']}
        label={text('sections')}
        items={sections}
        value={value}
        spread={beside !== undefined}
        onChange={onChange}
      >
        {sections.map((section) => (
          <TabPanel key={section.value} value={section.value} keeps={section.value === keeps} className={styles['section']}>
            {parts[section.value]}
          </TabPanel>
        ))}
      </Tabs>
      {below}
    </main>
  );
}
