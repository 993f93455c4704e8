import { useCallback, useSyncExternalStore } from 'react';
import type { AskedChange } from '../../intents/confirmation-asked.ts';
import { TickingFact } from '../../platform/ticking.tsx';
import { useMarketFeed } from '../../platform/use-market-feed.ts';
import { StalePrices } from '../../widgets/stale-prices.tsx';
import styles from './confirmations.module.css';
import { Question } from './question.tsx';
import { useConfirmationText } from './texts.ts';
import { useSending } from './use-sending.ts';

interface ChangeQuestionProps {
  readonly change: AskedChange;
  readonly ended: (isDone: boolean) => void;
  onClose(): void;
}

const TITLES = { moveOrder: 'moveTitle', setExit: 'exitTitle', sendBracket: 'bracketTitle' } as const;
const CONFIRMS = { moveOrder: 'move', setExit: 'setExit', sendBracket: 'send' } as const;

/** Re-renders when the shape of the reading changes; its figures update themselves. */
function useShape({ sources, read }: AskedChange): void {
  const follow = useCallback(
    (listener: () => void) => {
      const ends = sources.map((source) => source.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [sources],
  );
  useSyncExternalStore(follow, () => {
    const reading = read();
    return reading === undefined ? '' : [reading.title, reading.note, reading.problem, ...reading.facts.map(({ name }) => name)].join();
  });
}

/** Confirms a change dragged on the chart: previous and new price, and the result. */
export function ChangeQuestion({ change, ended, onClose }: ChangeQuestionProps) {
  const text = useConfirmationText();
  const sending = useSending();
  useShape(change);
  const reading = change.read();
  const { symbol } = change.instrument;
  const feed = useMarketFeed(symbol);
  const problem = reading === undefined ? text('changeGone') : reading.problem;
  const giveUp = () => {
    ended(false);
    onClose();
  };
  return (
    <Question
      kind={change.kind}
      title={text(TITLES[change.kind], {
        what: reading?.title ?? symbol,
        price: change.price,
      })}
      confirm={text(CONFIRMS[change.kind])}
      disabled={problem !== ''}
      onConfirm={() => {
        void sending.change(change).then(ended);
        return true;
      }}
      onClose={onClose}
      onCancel={giveUp}
    >
      {reading !== undefined && (
        <div className={styles['position']} role="group" aria-label={`${symbol}, ${reading.title}`}>
          <strong>{symbol}</strong>
          <dl>
            <div>
              <dt>{text('newPrice')}</dt>
              <dd>{change.price}</dd>
            </div>
            {reading.facts.map(({ name }) => (
              <TickingFact
                key={name}
                name={name}
                sources={change.sources}
                read={() => {
                  const fact = change.read()?.facts.find((one) => one.name === name);
                  return { text: fact?.value ?? '', tone: fact === undefined || fact.tone === 'plain' ? 'none' : fact.tone };
                }}
              />
            ))}
          </dl>
        </div>
      )}
      <StalePrices feeds={[feed]} />
      {reading !== undefined && reading.note !== '' && <p className={styles['warning']}>{reading.note}</p>}
      {problem !== '' && (
        <p role="alert" className={styles['warning']}>
          {problem}
        </p>
      )}
    </Question>
  );
}
