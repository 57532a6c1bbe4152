import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebFrameMain } from 'electron';
import { CALL_CHANNEL, CANCEL_CHANNEL } from '../../shared/bridge.ts';
import type { Contract, Handlers } from '../../shared/contract/procedure.ts';
import type { Reply } from '../../shared/errors.ts';
import type { Disposer } from '../disposables.ts';
import { dispatch } from './dispatch.ts';
import { RunningCalls } from './running-calls.ts';

/** What the router needs to know of the windows. */
export interface SenderPolicy {
  /** True where the frame is the top frame of one of our windows and shows our own page. */
  isTrusted(frame: WebFrameMain | null): boolean;
}

/**
 * Connects a contract to its handlers: the only user of `ipcMain`.
 * Calls of untrusted frames are refused; input and output are parsed; failures come back as values.
 *
 * @returns removes the channel and aborts every call that is under way.
 */
export function serveContract<C extends Contract>(contract: C, handlers: Handlers<C>, policy: SenderPolicy): Disposer {
  const calls = new RunningCalls();

  const onCall = async (event: IpcMainInvokeEvent, request: unknown): Promise<Reply<unknown>> => {
    if (!policy.isTrusted(event.senderFrame)) {
      return { ok: false, error: { code: 'invalid-input', message: 'This page may not call the application.' } };
    }
    const call = calls.begin(event.sender, idOf(request));
    try {
      return await dispatch(contract, handlers, request, call.signal);
    } finally {
      call.end();
    }
  };
  const onCancel = (event: IpcMainEvent, callId: unknown) => {
    calls.abort(event.sender, callId);
  };

  ipcMain.handle(CALL_CHANNEL, onCall);
  ipcMain.on(CANCEL_CHANNEL, onCancel);
  return () => {
    ipcMain.removeHandler(CALL_CHANNEL);
    ipcMain.removeListener(CANCEL_CHANNEL, onCancel);
    calls.abortAll();
  };
}

function idOf(request: unknown): unknown {
  return typeof request === 'object' && request !== null && 'callId' in request ? request.callId : null;
}
