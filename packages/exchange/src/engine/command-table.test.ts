import { expect, it } from 'vitest';
import { COMMANDS, JOURNAL } from './command-table.ts';

const NAMED = {
  listed: ['symbolUnknown', 'notTrading'],
  listedOrAll: ['symbolUnknown', 'notTrading'],
  settable: ['symbolUnknown', 'notTrading', 'parameter'],
};

/** Refusals of the dispatcher before it carries out a command. */
function refusalsOf(type: (typeof JOURNAL)[number]['type']): readonly string[] {
  const row: object = COMMANDS[type];
  if (!('by' in row) || row.by !== 'account') return [];
  const { once, instrument, opens } = row as { once?: true; instrument?: keyof typeof NAMED; opens?: unknown };
  return [
    'accountUnknown',
    ...(once === undefined ? [] : ['duplicateRequest']),
    ...(instrument === undefined ? [] : NAMED[instrument]),
    ...(opens === undefined ? [] : ['followerOpens']),
  ];
}

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function describe(): string {
  const lines = JOURNAL.map(({ type, code: number, fields }) => {
    const refusals = refusalsOf(type);
    const refused = refusals.length === 0 ? '' : ` Refused before it is carried out: ${code(refusals)}.`;
    return `- \`${number}\` **${type}**. ${COMMANDS[type].does} Fields: ${code(['time', ...fields])}.${refused}`;
  });
  return [
    '# Commands of the exchange',
    '',
    'The journal holds commands: a number of one byte, the time, then the fields in this order. Numbers are never reused. The rows of the command table say all of it; a test writes this list from them (`npm run unit -- packages/exchange/src/engine/command-table.test.ts -u`) and fails when it differs. [How to add one](how-to/command.md), [why one table](decisions/0054-one-command-table.md).',
    '',
    ...lines,
    '',
  ].join('\n');
}

it('EXC-06 the documents list every command with its number and fields, as the table has them', async () => {
  await expect(describe()).toMatchFileSnapshot('../../../../docs/commands.md');
});

it('EXC-07 each command has a number of its own, without a gap', () => {
  expect(JOURNAL.map((entry) => entry.code)).toEqual([...JOURNAL.keys()]);
  expect(new Set(JOURNAL.map((entry) => entry.type)).size).toBe(Object.keys(COMMANDS).length);
});
