import { stepRequest, stepResult, type StepRequest, type StepResult } from '@tapedeck/protocol';
import { badParameter, done, failed, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { route, type Route, type Services } from './route.ts';

/** A day: nobody should have to wait longer for an answer. */
const STEP_MS_MAX = 86_400_000;

async function step({ milliseconds }: StepRequest, { steps }: Services, session: Session): Promise<Reply> {
  if (steps === undefined) return failed('stepsNot');
  if (!steps.mayStep(session.user)) return failed('stepsForOthers');
  if (!Number.isInteger(milliseconds) || milliseconds < 1 || milliseconds > STEP_MS_MAX)
    return badParameter('milliseconds', `must be a whole number from 1 to ${STEP_MS_MAX}`);
  const { time, ended } = await steps.step(milliseconds);
  return done({ timeE3: time, ended } satisfies StepResult);
}

export const STEP_ROUTES: readonly Route[] = [
  route<StepRequest>({
    method: 'POST',
    path: '/contract/v5/market/step',
    access: 'user',
    effect: 'none',
    summary: 'Lets the time of the market go on, where it goes by steps; answers once it has.',
    request: stepRequest,
    result: stepResult,
    fails: ['stepsNot', 'stepsForOthers'],
    answer: step,
  }),
];
