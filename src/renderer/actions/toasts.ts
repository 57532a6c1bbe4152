import { create } from 'zustand';
import type { IconName } from '../ui/icon.tsx';

/** What a toast offers beside its words. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** A sentence about something that was just done. */
export interface Toast {
  readonly id: number;
  readonly icon: IconName;
  readonly tone: 'done' | 'danger';
  readonly message: string;
  readonly action: ToastAction | null;
  /** The action that it tells of, where that can be taken back. */
  readonly undoToken: string | null;
  /** Job whose progress it shows; it stays until that has ended. */
  readonly jobId: string | null;
  /** It stays until it is taken away. */
  readonly lasting: boolean;
  /** Words for how far that job has come. */
  readonly progress: ((done: number, total: number) => string) | null;
}

interface ToastStore {
  readonly toasts: readonly Toast[];
}

/** How many stand at once; the oldest goes first. */
const LIMIT = 3;

let lastId = 0;

/** The toasts on screen, oldest first. */
export const useToastStore = create<ToastStore>()(() => ({ toasts: [] }));

const PLAIN = { tone: 'done', action: null, undoToken: null, jobId: null, lasting: false, progress: null } as const;

/** Shows a toast; its id takes it away again. */
export function showToast(toast: Pick<Toast, 'icon' | 'message'> & Partial<Toast>): number {
  const id = ++lastId;
  const full: Toast = { ...PLAIN, ...toast, id };
  useToastStore.setState(({ toasts }) => ({ toasts: [...toasts, full].slice(-LIMIT) }));
  return id;
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter(toast => toast.id !== id) }));
}

/** Takes away what tells of an action that was taken back. */
export function dismissToastOf(undoToken: string): void {
  useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter(toast => toast.undoToken !== undoToken) }));
}

/** Takes every toast away; another file was opened. */
export function dismissAllToasts(): void {
  useToastStore.setState({ toasts: [] });
}
