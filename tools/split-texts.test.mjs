// A text beside other children stands still on a page that the browser translates. The first test shows that the gate finds planted ones.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow, root } from './lib/repository.mjs';
import { splitTexts } from './lib/split-texts.mjs';

const PLANTED = [
  'declare const name: string; declare const count: number; declare const mode: "a" | "b"; const word = "word";',
  'export const split = [',
  '<b>{count}x</b>,',
  '<b>{name} <i /></b>,',
  '<b><i />{mode}</b>,',
  '<>{name}</>,',
  '];',
  'export const whole = [',
  '<b>{`${count}x`}</b>,',
  '<b><span>{name}</span> <i /></b>,',
  '<b>{word} <i /></b>,',
  '<b>{<i />}{<i />}</b>,',
  '];',
].join('\n');

it('a changing text beside another child is found, and nothing else is', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tapedeck-split-'));
  try {
    const file = path.join(folder, 'planted.tsx');
    writeFileSync(file, PLANTED);
    const lines = splitTexts([file]).map((line) => line.slice(file.length + 1));
    expect(lines).toEqual(['3 {count}', '4 {name}', '5 {mode}', '6 {name}']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('every changing text of the terminal is the only child of its element', () => {
  const files = ['apps/terminal/src', 'packages/ui/src'].flatMap((folder) => filesBelow(folder));
  const screens = files.filter((file) => file.endsWith('.tsx') && !file.includes('.test.') && !file.includes('/testing/'));
  expect(screens.length).toBeGreaterThan(100);
  expect(splitTexts(screens.map((file) => path.join(root, file)))).toEqual([]);
});
