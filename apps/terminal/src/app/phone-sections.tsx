import { TabPanel, Tabs } from '@tapedeck/ui';
import type { ReactNode } from 'react';
import { useAppText } from './app-text.ts';
import styles from './phone-sections.module.css';

interface PhoneSectionsProps<Section extends string> {
  /** Of the page, where it has more than one. */
  readonly label?: string;
  readonly sections: readonly { readonly value: Section; readonly label: string }[];
  readonly parts: Readonly<Record<Section, ReactNode>>;
  readonly value: Section;
  onChange(section: Section): void;
  /** Always on screen, above and below the sections. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
}

/** A desk on a phone: one section at a time. */
export function PhoneSections<Section extends string>({
  label,
  sections,
  parts,
  value,
  onChange,
  above,
  below,
}: PhoneSectionsProps<Section>) {
  const text = useAppText();
  return (
    <main className={styles['phone']} aria-label={label}>
      {above}
      <Tabs className={styles['sections']} label={text('sections')} items={sections} value={value} onChange={onChange}>
        {sections.map((section) => (
          <TabPanel key={section.value} value={section.value} className={styles['section']}>
            {parts[section.value]}
          </TabPanel>
        ))}
      </Tabs>
      {below}
    </main>
  );
}
