export const dashboardTexts = {} as const;
