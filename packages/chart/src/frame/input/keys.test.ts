import { describe, expect, it } from 'vitest';
import { nameOf } from './keys.ts';

interface Key {
  readonly key: string;
  readonly code: string;
  readonly held?: string;
}

const named = ({ key, code, held = '' }: Key): string =>
  nameOf({
    key,
    code,
    ctrlKey: held.includes('Ctrl'),
    metaKey: held.includes('Meta'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
    getModifierState: (modifier) => held.includes(modifier),
  });

describe('the name of a key', () => {
  it.each<[string, Key, string]>([
    ['English Ctrl+Z', { key: 'z', code: 'KeyZ', held: 'Ctrl' }, 'Ctrl+KeyZ'],
    ['German Ctrl+Z', { key: 'z', code: 'KeyY', held: 'Ctrl' }, 'Ctrl+KeyZ'],
    ['German Ctrl+Y', { key: 'y', code: 'KeyZ', held: 'Ctrl' }, 'Ctrl+KeyY'],
    ['French Ctrl+Z', { key: 'z', code: 'KeyW', held: 'Ctrl' }, 'Ctrl+KeyZ'],
    ['French Ctrl+W', { key: 'w', code: 'KeyZ', held: 'Ctrl' }, 'Ctrl+KeyW'],
    ['French Alt+Q', { key: 'q', code: 'KeyA', held: 'Alt' }, 'Alt+KeyQ'],
    ['Ctrl+Shift+Z', { key: 'Z', code: 'KeyZ', held: 'Ctrl Shift' }, 'Ctrl+Shift+KeyZ'],
    ['Command+Z', { key: 'z', code: 'KeyZ', held: 'Meta' }, 'Ctrl+KeyZ'],
    ['Russian Ctrl+Ya', { key: 'я', code: 'KeyZ', held: 'Ctrl' }, 'Ctrl+KeyZ'],
    ['Alt+A on a Mac', { key: 'å', code: 'KeyA', held: 'Alt' }, 'Alt+KeyA'],
    ['English slash', { key: '/', code: 'Slash' }, 'Slash'],
    ['German slash', { key: '/', code: 'Digit7', held: 'Shift' }, 'Slash'],
    ['German hyphen', { key: '-', code: 'Slash' }, '-'],
    ['German question mark', { key: '?', code: 'Minus', held: 'Shift' }, 'Shift+Slash'],
    ['French semicolon', { key: ';', code: 'Comma' }, ';'],
    ['French comma', { key: ',', code: 'KeyM' }, 'Comma'],
    ['Russian full stop', { key: '.', code: 'Slash' }, 'Period'],
    ['Russian letter on the full stop', { key: 'ю', code: 'Period' }, 'ю'],
    ['keypad', { key: '/', code: 'NumpadDivide' }, 'NumpadDivide'],
    ['AltGr with S', { key: 'ś', code: 'KeyS', held: 'Ctrl Alt AltGraph' }, 'ś'],
    ['AltGr with a slash', { key: '/', code: 'Digit7', held: 'Ctrl Alt AltGraph' }, 'Slash'],
    ['arrow', { key: 'ArrowLeft', code: 'ArrowLeft', held: 'Ctrl' }, 'Ctrl+ArrowLeft'],
  ])('CHT-09 %s', (_, key, name) => {
    expect(named(key)).toBe(name);
  });
});
