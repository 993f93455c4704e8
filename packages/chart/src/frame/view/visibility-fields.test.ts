// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { ChartResolution } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { textsSample } from '../../testing/samples.ts';
import { visibilityFields } from './visibility-fields.ts';

afterEach(() => document.body.replaceChildren());

const open = (hiddenOn: readonly ChartResolution[]) => visibilityFields(document.body, textsSample(), hiddenOn);

it('CHT-09 has a row for every resolution, and reads what it was given', () => {
  for (const hiddenOn of [[], ['1', '3', '1D'], ['720', '1W', '1M'], CHART_RESOLUTIONS] as const) {
    document.body.replaceChildren();
    expect(open(hiddenOn).read()).toEqual(hiddenOn);
  }
});

it('CHT-09 a range has both of its ends, in either order, and none while its row is off', () => {
  const visibility = open([]);
  const [from, to] = document.querySelectorAll('select');
  const [minutes] = document.querySelectorAll('input');
  if (from === undefined || to === undefined || minutes === undefined) throw new Error('The fields are missing');
  from.value = '15';
  to.value = '3';
  expect(visibility.read()).toEqual(['1', '30']);
  minutes.checked = false;
  minutes.dispatchEvent(new Event('change'));
  expect(visibility.read()).toEqual(['1', '3', '5', '15', '30']);
  expect([from.disabled, to.disabled]).toEqual([true, true]);
  visibility.reset();
  expect(visibility.read()).toEqual([]);
  expect([from.value, to.value, from.disabled]).toEqual(['1', '30', false]);
});
