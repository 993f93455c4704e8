import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sceneSample } from '../../testing/scene-sample.ts';
import { BarStore } from '../model/bar-store.ts';
import { setClockAhead } from '../model/exchange-clock.ts';
import { Countdown, countdownText, countdownTop, tagReach } from './countdown.ts';
import type { Scene } from './scene.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 23, 12);

function sceneWith(isOn: boolean): Scene {
  const scene = sceneSample();
  const bars = new BarStore();
  bars.replace([{ time: START, open: 1, high: 2, low: 1, close: 2, volume: 1 }]);
  const { document } = scene;
  const settings = { ...document.settings, switches: { ...document.settings.switches, countdown: isOn } };
  return { ...scene, bars, resolution: '30', document: { ...document, settings } };
}

describe('the time until the bar closes', () => {
  it.each([
    [0, '00:00'],
    [-5 * SECOND, '00:00'],
    [1, '00:01'],
    [59 * SECOND, '00:59'],
    [4 * MINUTE + 59.2 * SECOND, '05:00'],
    [59 * MINUTE + 59 * SECOND, '59:59'],
    [HOUR, '1:00:00'],
    [23 * HOUR + 4 * MINUTE + 9 * SECOND, '23:04:09'],
    [24 * HOUR, '1d 0h'],
    [6 * 24 * HOUR + 5.9 * HOUR, '6d 5h'],
  ])('of %d ms is written %s', (left, text) => {
    expect(countdownText(left, 'en')).toBe(text);
  });

  it('is written in the digits of the language', () => {
    expect(countdownText(61 * SECOND, 'ar-EG')).toBe('٠١:٠١');
    expect(countdownText(61 * SECOND, 'en')).toBe('01:01');
  });

  it('stands below the price, and above it at the foot of the picture; the tags of lines keep clear of both', () => {
    expect(countdownTop({ height: 400 }, 100, 10)).toBe(107);
    expect(countdownTop({ height: 400 }, 395, 10)).toBe(373);
    const on = sceneWith(true);
    expect(tagReach(on, 100, 10)).toEqual({ above: 10, below: 22 });
    expect(tagReach(on, 395, 10)).toEqual({ above: 22, below: 10 });
    expect(tagReach(sceneWith(false), 100, 10)).toEqual({ above: 10, below: 10 });
  });

  describe('on the canvas', () => {
    let calls: string[];
    let page: { hidden: boolean };
    let countdown: Countdown;
    beforeEach(() => {
      vi.useFakeTimers({ now: START + 25 * MINUTE + 300 });
      calls = [];
      page = { hidden: false };
      const context = new Proxy(
        {},
        {
          get: (_, name) =>
            name === 'fillText' || name === 'clearRect'
              ? (...given: readonly unknown[]) => calls.push(`${name} ${given.slice(0, name === 'fillText' ? 1 : 4).join(' ')}`)
              : () => undefined,
          set: () => true,
        },
      ) as CanvasRenderingContext2D;
      const timers = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout } as Window;
      countdown = new Countdown({ setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout, document: page }, context);
    });
    afterEach(() => {
      setClockAhead(0);
      vi.useRealTimers();
    });
    const tag = { y: 100, half: 10, ground: '#00aa00' };

    it('repaints its own rectangle once a second, and ends with the bar', () => {
      countdown.show(sceneWith(true), tag);
      expect(calls).toEqual(['fillText 05:00']);
      vi.advanceTimersByTime(700);
      expect(calls.slice(1)).toEqual(['clearRect 800 107 60 15', 'fillText 04:59']);
      vi.advanceTimersByTime(2 * SECOND);
      expect(calls.slice(3)).toEqual(['clearRect 800 107 60 15', 'fillText 04:58', 'clearRect 800 107 60 15', 'fillText 04:57']);
      vi.advanceTimersByTime(10 * MINUTE);
      expect(calls.at(-1)).toBe('fillText 00:00');
      expect(vi.getTimerCount()).toBe(0);
    });

    it('SIM-02 counts in the time of the exchange, which in a replay is not that of this machine', () => {
      vi.setSystemTime(START + 400 * 24 * HOUR);
      setClockAhead(-400 * 24 * HOUR + 25 * MINUTE + 300);
      countdown.show(sceneWith(true), tag);
      vi.advanceTimersByTime(700);
      expect(calls.filter((call) => call.startsWith('fill'))).toEqual(['fillText 05:00', 'fillText 04:59']);
    });

    it('does nothing on a page out of sight, and goes on in sight', () => {
      countdown.show(sceneWith(true), tag);
      page.hidden = true;
      vi.advanceTimersByTime(5 * SECOND);
      expect(calls).toHaveLength(1);
      page.hidden = false;
      vi.advanceTimersByTime(SECOND);
      expect(calls.at(-1)).toBe('fillText 04:54');
    });

    it('is not there when it is switched off, when the price is out of the picture, or when it was taken away', () => {
      countdown.show(sceneWith(false), tag);
      countdown.show(sceneWith(true), { ...tag, y: -1 });
      countdown.show(sceneWith(true), { ...tag, y: 401 });
      expect(calls).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
      countdown.show(sceneWith(true), tag);
      countdown.clear();
      expect(calls).toEqual(['fillText 05:00', 'clearRect 800 107 60 15']);
      vi.advanceTimersByTime(MINUTE);
      expect(calls).toHaveLength(2);
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
