/** Texts of the message search. */
export const searchTexts = {
  region: 'Search results',
} as const;
