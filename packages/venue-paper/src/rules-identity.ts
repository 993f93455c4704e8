/** Identity of the rules of trading and of the markets: `rules.test.ts` computes it from what they do. */
export const RULES = 'e18ae45d8985736f';
