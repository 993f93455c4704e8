import { refusal } from '@tapedeck/domain';
import { encodeCandle, stepRequest, stepResult, type StepRequest, type StepResult } from '@tapedeck/protocol';
import { badParameter, done, failed, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { route, type Route, type Services } from './route.ts';

/** A day: no caller should have to wait longer for an answer. */
const STEP_MS_MAX = 86_400_000;

async function step({ milliseconds, symbol }: StepRequest, { steps, catalogue }: Services, session: Session): Promise<Reply> {
  if (steps === undefined) return failed('stepsNot');
  if (!steps.mayStep(session.user)) return failed('stepsForOthers');
  if (!Number.isInteger(milliseconds) || milliseconds < 1 || milliseconds > STEP_MS_MAX)
    return badParameter('milliseconds', `must be a whole number from 1 to ${STEP_MS_MAX}`);
  const instrument = symbol === undefined ? undefined : catalogue.bySymbol(symbol);
  if (symbol !== undefined && instrument === undefined) return refused(refusal('symbolUnknown'));
  const { time, ended, bars } = await steps.step(milliseconds, instrument?.id);
  const result: StepResult = { timeE3: time, ended };
  return done(instrument === undefined ? result : { ...result, rows: bars.map((bar) => encodeCandle(bar, instrument)) });
}

export const STEP_ROUTES: readonly Route[] = [
  route<StepRequest>({
    method: 'POST',
    path: '/contract/v5/market/step',
    cost: 'light',
    access: 'user',
    effect: 'none',
    summary: 'Advances market time by one step (--clock steps); answers afterwards, with the bars of a symbol that closed meanwhile.',
    request: stepRequest,
    result: stepResult,
    fails: ['stepsNot', 'stepsForOthers'],
    answer: step,
  }),
];
