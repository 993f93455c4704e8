import { arrives, TabPanel, Tabs } from '@tapedeck/ui';
import { lazy, Suspense, type ReactNode } from 'react';
import { usePageText } from './page-text.ts';
import styles from './phone-sections.module.css';

const load = () => arrives(() => import('./phone/index.ts'));
const MoreSection = lazy(() => load().then((module) => ({ default: module.MoreSection })));
const SectionIcon = lazy(() => load().then((module) => ({ default: module.SectionIcon })));

/** The section of every page on a phone: account, pages and settings. */
export type More = 'more';

interface PhoneSectionsProps<Section extends string> {
  /** Accessible name, for pages with more than one. */
  readonly label?: string;
  readonly sections: readonly { readonly value: Section; readonly label: string }[];
  readonly parts: Readonly<Record<Section, ReactNode>>;
  readonly value: Section | More;
  onChange(section: Section | More): void;
  /** Always on screen, above the sections and above their bar. */
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
  const items: readonly { readonly value: Section | More; readonly label: string }[] = [
    ...sections,
    { value: 'more', label: text('more') },
  ];
  return (
    <main className={beside ?? styles['phone']} aria-label={label}>
      {above}
      <Tabs
        className={styles['sections']}
        label={text('sections')}
        items={items.map((item) => ({
          value: item.value,
          label: (
            <>
              <span className={styles['icon']} aria-hidden="true">
                <Suspense>
                  <SectionIcon of={item.value} />
                </Suspense>
              </span>
              <span>{item.label}</span>
            </>
          ),
        }))}
        value={value}
        spread={beside !== undefined}
        onChange={onChange}
      >
        {sections.map((section) => (
          <TabPanel key={section.value} value={section.value} keeps={section.value === keeps} className={styles['section']}>
            {parts[section.value]}
          </TabPanel>
        ))}
        {beside === undefined && (
          <TabPanel value="more" className={styles['section']}>
            <Suspense>
              <MoreSection />
            </Suspense>
          </TabPanel>
        )}
        {below}
      </Tabs>
    </main>
  );
}
