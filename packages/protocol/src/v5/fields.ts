import * as v from 'valibot';
import { number } from '../schema.ts';

export const CATEGORIES = ['spot', 'linear', 'inverse', 'option'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Fields of requests. Numbers may be sent as numbers or as text. */
export const categoryText = v.picklist(CATEGORIES);
export const symbolField = v.pipe(v.string(), v.minLength(1), v.maxLength(40), v.regex(/^[A-Z0-9-]+$/));
/** Decimal text; a number is read as its shortest text. */
export const decimalField = v.pipe(v.union([v.string(), number]), v.transform(String), v.maxLength(40), v.regex(/^-?\d+(\.\d+)?$/));
export const countField = v.pipe(v.string(), v.regex(/^\d{1,15}$/));
export const orderIdField = v.pipe(v.string(), v.maxLength(36));
/** Assigned by the program: an id is accepted once. */
export const orderLinkIdField = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,36}$/));
export const coinField = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,20}$/));
