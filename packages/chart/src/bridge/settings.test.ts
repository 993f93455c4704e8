import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MARGIN_NAMES, PRECISION_MAX, STANDARD_SETTINGS, SWITCH_NAMES, readSettings } from './settings.ts';

it('CHT-09 settings that cannot be read have their standard, field by field', () => {
  expect(readSettings(undefined)).toEqual(STANDARD_SETTINGS);
  expect(
    readSettings({ switches: { grid: 'no', extremes: false }, margins: { marginTop: -1, marginRight: 12 }, up: 'red', precision: 99 }),
  ).toEqual({
    ...STANDARD_SETTINGS,
    switches: { ...STANDARD_SETTINGS.switches, extremes: false },
    margins: { ...STANDARD_SETTINGS.margins, marginRight: 12 },
  });
});

it('CHT-06 settings come back as they were stored', () => {
  const settings = fc.record({
    switches: fc.record(Object.fromEntries(SWITCH_NAMES.map((name) => [name, fc.boolean()]))),
    margins: fc.record(Object.fromEntries(MARGIN_NAMES.map((name) => [name, fc.integer({ min: 0, max: 40 })]))),
    up: fc.constantFrom(undefined, '#00ff00', '#12AB9f'),
    down: fc.constantFrom(undefined, '#ff0000'),
    precision: fc.option(fc.integer({ min: 0, max: PRECISION_MAX }), { nil: undefined }),
  });
  fc.assert(
    fc.property(settings, (value) => {
      expect(readSettings(structuredClone(value))).toEqual(value);
    }),
  );
});
