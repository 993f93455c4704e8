import { Slider, type SliderProps } from '@tapedeck/ui';
import { useCommonText, useFormats } from '../platform/texts.tsx';

const STEP = 5;
const MARKS = [0, 25, 50, 75, 100];

type ShareSliderProps = Omit<SliderProps, 'max' | 'step' | 'marks' | 'valueText'> & {
  /** The quantity follows once a price is entered. */
  readonly needsPrice?: boolean;
};

/** A percentage, from 0 to 100, of the largest order. */
export function ShareSlider({ needsPrice = false, ...props }: ShareSliderProps) {
  const text = useCommonText();
  const formats = useFormats();
  const inWords = (percent: number): string => formats.percent(String(percent));
  return (
    <>
      <Slider max={100} step={STEP} marks={MARKS} valueText={inWords} {...props} />
      {needsPrice && props.value > 0 && (
        <p role="status" data-tone="accent">
          {text('shareNeedsPrice', { share: inWords(props.value) })}
        </p>
      )}
    </>
  );
}
