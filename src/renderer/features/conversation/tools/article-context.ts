import { createContext, type ComponentType } from 'react';
import type { MessageBody } from '../../../../shared/contract/conversation.ts';

/** How a message is drawn: the transcript of a subagent stands inside a message, and is made of such itself. */
export type ArticleComponent = ComponentType<{ readonly body: MessageBody; readonly day: string | null }>;

/** Set by the messages of the conversation; null where none may stand inside. */
export const ArticleContext = createContext<ArticleComponent | null>(null);
