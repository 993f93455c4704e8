import { Slider, type SliderProps } from '@tapedeck/ui';
import { useFormats } from './texts.tsx';

const STEP = 5;
const MARKS = [0, 25, 50, 75, 100];

/** A share of what can be traded, from 0 to 100 percent (specification, section 5). */
export function ShareSlider(props: Omit<SliderProps, 'max' | 'step' | 'marks' | 'valueText'>) {
  const formats = useFormats();
  return <Slider max={100} step={STEP} marks={MARKS} valueText={(percent) => formats.percent(String(percent))} {...props} />;
}
