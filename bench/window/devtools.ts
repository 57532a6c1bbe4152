import { z } from 'zod';

const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  sessionId: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** What the browser tells without being asked. */
export interface DevtoolsEvent {
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

type Answer = Readonly<Record<string, unknown>>;

/** A connection to the browser by the DevTools protocol: as little as a start can be watched with. */
export class Devtools {
  readonly #socket: WebSocket;
  readonly #onEvent: (event: DevtoolsEvent) => void;
  readonly #pending = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  #lastId = 0;

  private constructor(socket: WebSocket, onEvent: (event: DevtoolsEvent) => void) {
    this.#socket = socket;
    this.#onEvent = onEvent;
    socket.addEventListener('message', ({ data }) => {
      this.#receive(String(data));
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('The browser closed the connection.'));
    });
  }

  /** @throws Error where nothing listens at the address. */
  static connect(address: string, onEvent: (event: DevtoolsEvent) => void): Promise<Devtools> {
    const socket = new WebSocket(address);
    return new Promise((done, fail) => {
      socket.addEventListener('open', () => {
        done(new Devtools(socket, onEvent));
      });
      socket.addEventListener('error', () => {
        fail(new Error('The DevTools of the window cannot be reached.'));
      });
    });
  }

  /** Sends a command to the browser, or to the page of a session. @throws Error with what the browser objects to. */
  send(method: string, params: Answer = {}, sessionId?: string): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
  }

  close(): void {
    this.#socket.close();
  }

  #receive(data: string): void {
    const { id, method, sessionId, params, result, error } = Message.parse(JSON.parse(data));
    if (method !== undefined) this.#onEvent({ method, sessionId, params: params ?? {} });
    if (id === undefined) return;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(result ?? {});
    else pending?.reject(new Error(error.message));
  }
}
