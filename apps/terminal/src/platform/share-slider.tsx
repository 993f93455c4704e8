import { Slider, type SliderProps } from '@tapedeck/ui';

const STEP = 5;
const MARKS = [0, 25, 50, 75, 100];
const percentText = (percent: number): string => `${percent}%`;

/** A share of what can be traded, from 0 to 100 percent (specification, section 5). */
export function ShareSlider(props: Omit<SliderProps, 'max' | 'step' | 'marks' | 'valueText'>) {
  return <Slider max={100} step={STEP} marks={MARKS} valueText={percentText} {...props} />;
}
