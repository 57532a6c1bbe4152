import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import {
  CALL_CHANNEL,
  CANCEL_CHANNEL,
  CHANGED_CHANNEL,
  type Bridge,
  type CallRequest,
  type ChangedEvent,
} from '../shared/bridge.ts';
import type { Reply } from '../shared/errors.ts';

const bridge: Bridge = {
  call: (request: CallRequest) => ipcRenderer.invoke(CALL_CHANNEL, request) as Promise<Reply<unknown>>,
  cancel: (callId: number) => {
    ipcRenderer.send(CANCEL_CHANNEL, callId);
  },
  onChanged: (listener: (event: ChangedEvent) => void) => {
    const relay = (_event: IpcRendererEvent, event: ChangedEvent) => {
      listener(event);
    };
    ipcRenderer.on(CHANGED_CHANNEL, relay);
    return () => {
      ipcRenderer.removeListener(CHANGED_CHANNEL, relay);
    };
  },
};

contextBridge.exposeInMainWorld('bridge', bridge);
