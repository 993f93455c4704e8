/** Details of a refusal besides its code, decoded from the answer's result. */
export interface FailureDetails {
  /** The body was empty, or an answer that must carry data carried none. */
  readonly nonResponse?: true;
  /** Grid bots answer code 0 with a status of their own. */
  readonly statusCode?: number;
  readonly checkCode?: number;
  readonly maxInvestment?: string;
  readonly banReason?: string;
  /** Code 30162 only: the leverage that the message names. */
  readonly maxLeverage?: string;
  /** The violated limit, in the unit of the field: decimal text. */
  readonly limit?: string;
  /** Code 39303 only: the quantity that failed, times 1e8 for linear contracts, as integer text. */
  readonly failedQuantity?: string;
  /** Orders sent in parts only: the placed quantity, in the unit of `failedQuantity`, and the reason of the failure. */
  readonly placedQuantity?: string;
  readonly cause?: { readonly code: number; readonly message: string };
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

function numberOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The leverage of a text map (`{ max_leverage: "25" }`, in the result itself or under `text_map`). */
function leverageOf(result: Fields): string | undefined {
  return textOf(result['max_leverage'] ?? fieldsOf(result['text_map'])['max_leverage']);
}

/** Reads the details from the result of a refused call; missing fields are left out. */
export function failureDetails(result: unknown): FailureDetails | undefined {
  const fields = fieldsOf(result);
  const statusCode = numberOf(fields['status_code']);
  const checkCode = numberOf(fields['check_code']);
  const maxInvestment = textOf(fields['max_investment']);
  const banReason = textOf(fields['ban_reason_text']);
  const maxLeverage = leverageOf(fields);
  const failedQuantity = textOf(fields['create_order_failed_qty_x']);
  const limit = textOf(fields['limit']);
  const details: FailureDetails = {
    ...(statusCode !== undefined && { statusCode }),
    ...(checkCode !== undefined && { checkCode }),
    ...(maxInvestment !== undefined && { maxInvestment }),
    ...(banReason !== undefined && { banReason }),
    ...(maxLeverage !== undefined && { maxLeverage }),
    ...(failedQuantity !== undefined && { failedQuantity }),
    ...(limit !== undefined && { limit }),
  };
  return Object.keys(details).length === 0 ? undefined : details;
}

/** Statuses that make an answer of code 0 a success. */
export function isGoodStatus(result: unknown): boolean {
  const status = fieldsOf(result)['status_code'];
  return status === undefined || status === 0 || status === 200;
}
