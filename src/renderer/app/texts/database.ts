export const databaseTexts = {} as const;
