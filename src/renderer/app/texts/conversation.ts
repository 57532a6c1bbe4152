/** Texts of the reader, its tabs, lineage and details. */
export const conversationTexts = {
  region: 'Conversation',
} as const;
