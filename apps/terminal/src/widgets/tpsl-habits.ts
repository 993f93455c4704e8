import { USUAL_HABITS, type TpslAction, type TpslHabits, type TpslInputType, type TriggerSource } from '@tapedeck/client';
import { keepChoice, readChoice } from '../platform/storage.ts';

const INPUTS = ['ROI', 'PRICE', 'PNL'] as const satisfies readonly TpslInputType[];
const SOURCES = ['LastPrice', 'IndexPrice', 'MarkPrice'] as const satisfies readonly TriggerSource[];

/** The stored choice of a name, if it is valid. */
function kept<Word extends string>(name: keyof TpslHabits, words: readonly Word[], usual: Word): Word {
  const text = readChoice(`tpsl.${name}`);
  return words.find((word) => word === text) ?? usual;
}

/** Input types and trigger sources last used on this machine. */
export const tpslHabits = (): TpslHabits => ({
  takeProfitInput: kept('takeProfitInput', INPUTS, USUAL_HABITS.takeProfitInput),
  stopLossInput: kept('stopLossInput', INPUTS, USUAL_HABITS.stopLossInput),
  takeProfitTrigger: kept('takeProfitTrigger', SOURCES, USUAL_HABITS.takeProfitTrigger),
  stopLossTrigger: kept('stopLossTrigger', SOURCES, USUAL_HABITS.stopLossTrigger),
});

/** Keeps the choices that an action makes. */
export function keepTpslHabits(action: TpslAction): void {
  if (action.type === 'inputTypeChosen') keepChoice(`tpsl.${action.leg}Input`, action.inputType);
  if (action.type === 'triggerByChosen') keepChoice(`tpsl.${action.leg}Trigger`, action.triggerBy);
}
