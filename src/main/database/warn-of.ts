import { AppError } from '../../shared/errors.ts';
import { log } from '../log.ts';

/** Logs what failed by its code. What is being closed cancels what it is asked: that is no fault. */
export function warnOf(message: string, error: unknown): void {
  const code = error instanceof AppError ? error.code : 'internal';
  if (code !== 'cancelled') log.warn(message, { code });
}
