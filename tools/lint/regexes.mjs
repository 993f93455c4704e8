// Rules for regular expressions in production code: each takes time at most proportional to its text. eslint.config.mjs applies them.
import regexp from 'eslint-plugin-regexp';

export const regexRules = {
  plugins: { regexp },
  rules: {
    'regexp/no-dupe-disjunctions': 'error',
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
  },
};
