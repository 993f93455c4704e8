import { expect, it } from 'vitest';
import { fontArrived, renewedFont } from './scene.ts';

it('MKT-02 gives a scene that is made after a font arrived another list of families than one made before', () => {
  const before = renewedFont('Mono');
  fontArrived();
  expect(renewedFont('Mono')).not.toBe(before);
  expect(renewedFont('Mono')).toMatch(/^Mono, /);
});
