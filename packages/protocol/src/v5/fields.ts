import * as z from 'zod/mini';

export const CATEGORIES = ['spot', 'linear', 'inverse', 'option'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Fields of requests. Numbers may be sent as numbers or as text (reference, section 1.4). */
export const categoryText = z.enum(CATEGORIES);
export const symbolField = z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[A-Z0-9-]+$/));
/** Decimal text; a number is read as its shortest text. */
export const decimalField = z.pipe(
  z.union([z.string(), z.number()]),
  z.pipe(
    z.transform((value: string | number) => String(value)),
    z.string().check(z.maxLength(40), z.regex(/^-?\d+(\.\d+)?$/)),
  ),
);
export const countField = z.string().check(z.regex(/^\d{1,15}$/));
export const orderIdField = z.string().check(z.maxLength(36));
/** Made by the program: the same one is taken once. */
export const orderLinkIdField = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/));
export const coinField = z.string().check(z.regex(/^[A-Z0-9]{1,20}$/));
