import { PlainError } from '../project.mjs';

/**
 * @param {readonly string[]} _args
 * @returns {Promise<number>}
 */
export function dist(_args) {
  throw new PlainError('Packaging is not set up yet.');
}
