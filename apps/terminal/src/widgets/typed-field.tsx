import { numberIn, typedNumber } from '@tapedeck/client';
import { formatDecimal } from '@tapedeck/domain';
import { NumberField, type NumberFieldProps } from '@tapedeck/ui';

interface TypedFieldProps extends Omit<NumberFieldProps, 'onStep' | 'step'> {
  /** Decimals at most. */
  readonly precision: number;
  readonly signed?: boolean;
  /** Step of an arrow key, in units of 1e-8; also the minimum of unsigned fields. */
  readonly step?: bigint;
}

/** A field of which no form's rules keep the text: it takes nothing but a number. */
export function TypedField({ precision, signed = false, step, onText, ...rest }: TypedFieldProps) {
  const take = (text: string) => onText(typedNumber(text, { precision, signed }));
  const stepped = (size: bigint) => (steps: number) => {
    const next = (numberIn(rest.value) ?? 0n) + BigInt(steps) * size;
    take(formatDecimal(signed || next > size ? next : size));
  };
  return <NumberField {...rest} signed={signed} onText={take} {...(step !== undefined && { onStep: stepped(step) })} />;
}
