import { NOT_SENT, SESSION_OVER, TIMED_OUT } from '../connection/failure-codes.ts';
import type { Failure } from '../store/loadable.ts';

/** Text of a message: a text key with its values, or the server's own words. */
export type FailureText =
  { readonly key: string; readonly values?: Readonly<Record<string, string>>; readonly withCode?: number } | { readonly raw: string };

/** The terminal's reaction to a refused call. The call itself always rejects to its caller. */
export type FailureEffect =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'toast'; readonly text: FailureText; readonly title?: string }
  /** Shown at most once per rate-limit period. */
  | { readonly kind: 'limitedToast'; readonly text: FailureText }
  /** Token and user are cleared, and the page returns to Trade. */
  | { readonly kind: 'sessionOver' }
  | { readonly kind: 'complianceWall' }
  /** The caller shows its own message. */
  | { readonly kind: 'callerContent' }
  | { readonly kind: 'insufficientBalance' };

export interface FailureCall {
  /** No toast: the caller shows the failure itself. */
  readonly quiet?: boolean;
  /** The caller has content for certain codes, by code. */
  readonly ownContent?: ReadonlySet<number>;
  readonly onInsufficientBalance?: boolean;
  /** Shows a toast with this title. */
  readonly title?: string;
  /** Whether the displayed language has a text under a key. */
  hasText(key: string): boolean;
}

/** Certainty that nothing was done: the exchange refused, nothing reached it, or the outcome is unknown. */
export type FailureCertainty = 'refused' | 'notSent' | 'unsettled';

export function failureCertainty({ code, unsettled }: Failure): FailureCertainty {
  if (unsettled === true) return 'unsettled';
  return NOT_SENT.has(code) ? 'notSent' : 'refused';
}

const COMPLIANCE_WALL = 10024;
const RATE_LIMITED = 10006;
const SILENT: ReadonlySet<number> = new Set([30099, 30177]);
/** Shows no message, neither as a toast nor beside the pressed control. */
export const isSilent = ({ code }: Failure): boolean => SILENT.has(code);
/** Content comes from the caller. */
export const CALLER_CONTENT: ReadonlySet<number> = new Set([39303, 30164, 30175, 30187, 30185, 10042, 10043, 10047, 10048]);
const MAX_LEVERAGE = 30162;
const INSUFFICIENT_BALANCE = 30031;
/** Messages that end in `??` and a price source. */
const TRIGGER_PRICE: ReadonlySet<number> = new Set([30027, 30028, 30029, 30030, 30074, 30075]);

function between(code: number, ranges: readonly (readonly [number, number])[]): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to);
}

const COPY_TRADE_RANGES = [
  [39401, 39440],
  [12001, 12009],
  [12054, 12054],
  [90015, 90016],
  [90063, 90067],
] as const;

/** Codes of copy trading. */
export const isCopyTradeCode = (code: number): boolean => between(code, COPY_TRADE_RANGES);

/** Price source of a suffix: index, mark, or last for all others. */
function namedPrice(message: string): 'index' | 'mark' | 'last' | undefined {
  const at = message.lastIndexOf('??');
  if (at === -1) return undefined;
  const suffix = message
    .slice(at + 2)
    .trim()
    .toLowerCase();
  if (suffix.startsWith('index')) return 'index';
  return /^mark(?!et)/.test(suffix) ? 'mark' : 'last';
}

/** Grid bot statuses with a text. */
const GRID_STATUSES: ReadonlySet<number> = new Set([
  401, 402, 405, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 419, 420, 421, 430, 500, 501, 502, 503,
]);

function gridText({ details = {}, message }: Failure, status: number): FailureText {
  if (status === 400) {
    const { checkCode } = details;
    return { key: checkCode === undefined ? 'grid.gt_400' : checkCode === -1 ? 'grid.gt_500' : `grid.gt_${checkCode}` };
  }
  if (!GRID_STATUSES.has(status)) return message === '' ? { key: 'grid.gt_500' } : { raw: message };
  if (status === 420) return { key: 'grid.420', values: { max: details.maxInvestment ?? '--' } };
  if (status === 421) return details.banReason === undefined ? { key: 'grid.421' } : { raw: details.banReason };
  return { key: `grid.${status}` };
}

function usualText({ code, message, isAnswered }: Failure, hasText: FailureCall['hasText']): FailureText {
  // Without a code, the server's message is shown as it is; without a message, the code that means neither. No connection was lost.
  if (isAnswered === true) return message === '' ? { key: 'unknown', withCode: code } : { raw: message };
  if (hasText(`code.${code}`)) return { key: `code.${code}` };
  return message === '' ? { key: 'unknown', withCode: code } : { raw: `${code}: ${message}` };
}

const isBadStatus = (status: number | undefined): status is number => status !== undefined && status !== 0 && status !== 200;

/** Text that names the violated limit. */
function limitedText({ code, details }: Failure, hasText: FailureCall['hasText']): FailureText | undefined {
  if (details?.limit === undefined || !hasText(`limit.${code}`)) return undefined;
  return { key: `limit.${code}`, values: { limit: details.limit } };
}

/** Texts that depend on the details of the answer. */
function detailedText(failure: Failure, hasText: FailureCall['hasText']): FailureText | undefined {
  const { code, message, details } = failure;
  if (details?.nonResponse === true) return { key: 'nonResponse' };
  if (isBadStatus(details?.statusCode)) {
    const text = gridText(failure, details.statusCode);
    return 'key' in text && !hasText(text.key) ? { key: 'grid.gt_400' } : text;
  }
  if (code === MAX_LEVERAGE && details?.maxLeverage !== undefined) return { key: 'maxLeverage', values: { leverage: details.maxLeverage } };
  const priced = TRIGGER_PRICE.has(code) ? namedPrice(message) : undefined;
  return priced === undefined ? limitedText(failure, hasText) : { key: `trigger.${code}.${priced}` };
}

/** Text of a failure. */
export function failureWords(failure: Failure, hasText: FailureCall['hasText']): FailureText {
  const { code, message, unsettled } = failure;
  const key = `code.${code}`;
  const detailed = detailedText(failure, hasText);
  if (detailed !== undefined) return detailed;
  if (failure.verbatim === true) return { raw: message };
  if (failure.isAnswered === true) return usualText(failure, hasText);
  if (unsettled === true && hasText(`unsettled.${code}`)) return { key: `unsettled.${code}` };
  if (code === TIMED_OUT) return { key };
  if (isCopyTradeCode(code) && hasText(key)) return { key, withCode: code };
  return usualText(failure, hasText);
}

/**
 * Decides how the terminal reacts to a failed call, by the error catalogue (specs/err-error-catalogue.md) in its order of precedence. Pure.
 * A plain-text body is a failure whose message is `verbatim`.
 */
export function failureEffect(failure: Failure, call: FailureCall): FailureEffect {
  const { code } = failure;
  if (SESSION_OVER.has(code)) return { kind: 'sessionOver' };
  if (code === COMPLIANCE_WALL) return { kind: 'complianceWall' };
  if (isSilent(failure)) return { kind: 'nothing' };
  if (code === INSUFFICIENT_BALANCE && call.onInsufficientBalance === true) return { kind: 'insufficientBalance' };
  if (CALLER_CONTENT.has(code) && call.ownContent?.has(code) === true) return { kind: 'callerContent' };
  if (code === RATE_LIMITED) return { kind: 'limitedToast', text: failureWords(failure, call.hasText) };
  if (call.quiet === true) return { kind: 'nothing' };
  return { kind: 'toast', text: failureWords(failure, call.hasText), ...(call.title !== undefined && { title: call.title }) };
}

/** Passes messages on, but the rate-limit message only once in `everyMs`. */
export function limitedToasts(everyMs: number, now: () => number): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last < everyMs) return false;
    last = now();
    return true;
  };
}
