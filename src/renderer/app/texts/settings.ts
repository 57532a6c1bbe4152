export const settingsTexts = {} as const;
