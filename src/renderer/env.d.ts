/// <reference types="vite/client" />
import type { Bridge } from '../shared/bridge.ts';

declare global {
  interface Window {
    readonly bridge: Bridge;
  }
}
