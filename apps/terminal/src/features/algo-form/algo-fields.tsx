import { algoFields, algoFieldType, isOptionalAlgoField, type AlgoDraft, type AlgoField, type PairWhich } from '@tapedeck/client';
import { TWAP_INTERVALS, isSpot, type OrderType, quantityCoin } from '@tapedeck/domain';
import { Button, Checkbox, NumberField, Select, Tabs } from '@tapedeck/ui';
import { errorText } from '../../widgets/error-text.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { TriggerSourceSelect } from '../../widgets/trigger-source-select.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import type { AlgoStore } from './algo-store.ts';
import styles from './algo-form.module.css';
import { useAlgoErrorText, useAlgoText } from './texts.ts';

export interface AlgoPart {
  readonly form: AlgoStore;
}

const ORDER_TYPES = ['Market', 'Limit'] as const satisfies readonly OrderType[];
const SECOND = 1_000;
/** Fields that start at the market price. */
const TAKES_LAST: ReadonlySet<AlgoField> = new Set(['price', 'from', 'lower', 'upper', 'upperTrigger', 'lowerTrigger']);

function useFieldProblem(form: AlgoStore, field: AlgoField): string | undefined {
  const text = useAlgoErrorText();
  const formats = useFormats();
  const problem = useSelected(form.problems, (problems) => problems.find((found) => found.field === field));
  return problem === undefined ? undefined : errorText(text, formats, problem);
}

function useUnit(form: AlgoStore, field: AlgoField, draft: AlgoDraft): string | undefined {
  const text = useAlgoText();
  const formats = useFormats();
  const { instrument } = form.feed;
  const type = algoFieldType(field, draft);
  if (type === 'quantity') return quantityCoin(instrument);
  if (type === 'percent' || field === 'skew') return formats.percentSign();
  if (type === 'count') return field === 'minutes' ? text('unit.minutes') : undefined;
  return instrument.quoteCoin;
}

function Field({ form, field, draft }: AlgoPart & { field: AlgoField; draft: AlgoDraft }) {
  const text = useAlgoText();
  const problem = useFieldProblem(form, field);
  const unit = useUnit(form, field, draft);
  const takeLast = () => {
    const { last } = form.context();
    if (last !== undefined) form.dispatch({ type: 'priceSet', field, price: last });
  };
  return (
    <NumberField
      label={text(`field.${field}`)}
      value={draft.texts[field] ?? ''}
      unit={unit}
      error={problem}
      placeholder={isOptionalAlgoField(field) ? text('optional') : undefined}
      onText={(typed) => form.dispatch({ type: 'typed', field, text: typed })}
      onStep={(steps) => form.dispatch({ type: 'stepped', field, steps })}
      onBlur={() => {
        form.dispatch({ type: 'left', field });
        if ((form.draft.get().texts[field] ?? '') !== '') form.leaveField(field);
      }}
      actions={
        TAKES_LAST.has(field) && (
          <Button tone="link" aria-label={text('lastInto', { field: text(`field.${field}`) })} onClick={takeLast}>
            {text('last')}
          </Button>
        )
      }
    />
  );
}

/** Trigger and execution of one order of a pair. */
function PairChoices({ form, draft, which }: AlgoPart & { draft: AlgoDraft; which: PairWhich }) {
  const text = useAlgoText();
  const common = useCommonText();
  const { orderType, source } = draft[which];
  const name = text(`leg.${which}`);
  return (
    <div className={styles['line']}>
      <span>{name}</span>
      <span className={styles['end']}>
        <TriggerSourceSelect
          label={text('legSource', { leg: name })}
          value={source}
          onChange={(value) => form.dispatch({ type: 'pairChosen', which, choice: { source: value } })}
        />
        <Select
          bare
          label={text('legType', { leg: name })}
          value={orderType}
          items={ORDER_TYPES.map((value) => ({ value, label: common(value === 'Limit' ? 'limit' : 'market') }))}
          onChange={(value) => form.dispatch({ type: 'pairChosen', which, choice: { orderType: value } })}
        />
      </span>
    </div>
  );
}

/** Non-numeric choices of a kind, above its fields. */
function Choices({ form, draft }: AlgoPart & { draft: AlgoDraft }) {
  const text = useAlgoText();
  const common = useCommonText();
  const formats = useFormats();
  switch (draft.kind) {
    case 'Trailing':
      return (
        <Tabs
          compact
          className={styles['tabs']}
          label={text('trailBy')}
          value={draft.trailBy}
          items={(['price', 'percent'] as const).map((value) => ({ value, label: text(`trailBy.${value}`) }))}
          onChange={(trailBy) => form.dispatch({ type: 'trailByChosen', trailBy })}
        />
      );
    case 'Oco':
      if (isSpot(form.feed.instrument)) return null;
      return (
        <Tabs
          compact
          className={styles['tabs']}
          label={text('pairKind')}
          value={draft.pairKind}
          items={(['TakeProfitStopLossOCO', 'BidirectionalTpSl'] as const).map((value) => ({ value, label: text(`pair.${value}`) }))}
          onChange={(pairKind) => form.dispatch({ type: 'pairKindChosen', pairKind })}
        />
      );
    case 'TWAP':
      return (
        <div className={styles['line']}>
          <span>{text('interval')}</span>
          <Select
            bare
            label={text('interval')}
            value={String(draft.interval)}
            items={TWAP_INTERVALS.map((value) => ({
              value: String(value),
              label: text('seconds', { seconds: formats.count(value / SECOND, 0) }),
            }))}
            onChange={(value) => form.dispatch({ type: 'intervalChosen', interval: Number(value) })}
          />
        </div>
      );
    case 'Webhook':
      return (
        <Tabs
          compact
          className={styles['tabs']}
          label={text('signalType')}
          value={draft.orderType}
          items={ORDER_TYPES.map((value) => ({ value, label: common(value === 'Limit' ? 'limit' : 'market') }))}
          onChange={(orderType) => form.dispatch({ type: 'orderTypeChosen', orderType })}
        />
      );
    default:
      return null;
  }
}

const LEG_OF: Partial<Record<AlgoField, PairWhich>> = { upperTrigger: 'upper', lowerTrigger: 'lower' };

function reducesOnly({ kind, pairKind }: AlgoDraft): boolean {
  if (kind === 'Trailing' || kind === 'MmRateClose' || kind === 'Grid') return false;
  return kind !== 'Oco' || pairKind === 'TakeProfitStopLossOCO';
}

/** Fields of the chosen kind. */
export function AlgoFields({ form }: AlgoPart) {
  const text = useAlgoText();
  const draft = useReadable(form.draft);
  const spot = isSpot(form.feed.instrument);
  return (
    <>
      <Choices form={form} draft={draft} />
      {algoFields(draft).map((field) => {
        const which = LEG_OF[field];
        return (
          <div key={field} className={styles['field']}>
            {which !== undefined && <PairChoices form={form} draft={draft} which={which} />}
            <Field form={form} field={field} draft={draft} />
          </div>
        );
      })}
      <div className={styles['flags']}>
        {draft.kind === 'Iceberg' && (
          <Checkbox checked={draft.postOnly} onChange={() => form.dispatch({ type: 'toggled', flag: 'postOnly' })}>
            {text('postOnly')}
          </Checkbox>
        )}
        {!spot && reducesOnly(draft) && (
          <Checkbox checked={draft.reduceOnly} onChange={() => form.dispatch({ type: 'toggled', flag: 'reduceOnly' })}>
            {text('reduceOnly')}
          </Checkbox>
        )}
      </div>
    </>
  );
}
