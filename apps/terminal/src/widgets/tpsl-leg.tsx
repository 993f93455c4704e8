import type { TpslAction, TpslLeg } from '@tapedeck/client';
import type { ExitKind } from '@tapedeck/domain';
import { Checkbox, NumberField } from '@tapedeck/ui';
import type { ReactNode } from 'react';

interface TpslLegFieldsProps {
  readonly kind: ExitKind;
  readonly leg: TpslLeg;
  readonly words: { readonly trigger: string; readonly limit: string; readonly limitPrice: string };
  readonly errors: { readonly trigger: string | undefined; readonly limit: string | undefined };
  /** Unit of the typed value; for prices, the quote coin. */
  readonly unit?: string | undefined;
  readonly priceCoin: string;
  /** Partial entries only: whether the exit can be a limit order. */
  readonly hasLimit: boolean;
  readonly disabled?: boolean;
  /** Input type and trigger source. */
  readonly actions: ReactNode;
  /** Result of the typed value. */
  readonly children: ReactNode;
  onAction(action: TpslAction): void;
  onLeave(field: ExitKind | `${ExitKind}Limit`): void;
}

/** One way out of a position: its trigger, typed as price, return or profit, and the limit that it may leave at. */
export function TpslLegFields(props: TpslLegFieldsProps) {
  const { kind, leg, words, errors, hasLimit, disabled = false, onAction, onLeave } = props;
  return (
    <>
      <NumberField
        label={words.trigger}
        value={leg.text}
        unit={props.unit}
        error={errors.trigger}
        onText={(text) => onAction({ type: 'typed', leg: kind, text })}
        onBlur={() => {
          onAction({ type: 'left', leg: kind });
          onLeave(kind);
        }}
        actions={props.actions}
      />
      {props.children}
      {hasLimit && (
        <Checkbox checked={leg.orderType === 'Limit'} disabled={disabled} onChange={() => onAction({ type: 'limitToggled', leg: kind })}>
          {words.limit}
        </Checkbox>
      )}
      {hasLimit && leg.orderType === 'Limit' && (
        <NumberField
          label={words.limitPrice}
          value={leg.limitPrice}
          unit={props.priceCoin}
          error={errors.limit}
          onText={(text) => onAction({ type: 'limitTyped', leg: kind, text })}
          onBlur={() => {
            onAction({ type: 'limitLeft', leg: kind });
            onLeave(`${kind}Limit`);
          }}
        />
      )}
    </>
  );
}
