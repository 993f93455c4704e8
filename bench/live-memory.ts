// Memory in use of all threads of another Node process, after a garbage collection, through its inspector.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { WebSocket } from 'ws';

interface Heard {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId: string; readonly message: string };
  readonly result?: { readonly usedSize?: number };
}

/** A thread that waits for another takes no message meanwhile. */
const ANSWER_MS = 2_000;

/** A port for `--inspect`: of the process that is started next. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export class LiveMemory {
  readonly #socket: WebSocket;
  /** Threads besides the main one. */
  readonly #threads = new Set<string>();
  readonly #answers = new Map<string, (heard: Heard) => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#hear('', JSON.parse(data.toString()) as Heard));
  }

  static async of(port: number): Promise<LiveMemory> {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const [target] = (await answer.json()) as readonly { readonly webSocketDebuggerUrl: string }[];
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '', { perMessageDeflate: false });
    await once(socket, 'open');
    const memory = new LiveMemory(socket);
    await memory.#ask('', 'NodeWorker.enable', { waitForDebuggerOnStart: false });
    return memory;
  }

  /** Bytes of all heaps. */
  async collect(): Promise<number> {
    let bytes = 0;
    for (const thread of ['', ...this.#threads]) {
      await this.#ask(thread, 'HeapProfiler.collectGarbage');
      bytes += (await this.#ask(thread, 'Runtime.getHeapUsage'))?.result?.usedSize ?? 0;
    }
    return bytes;
  }

  close(): void {
    this.#socket.terminate();
  }

  #ask(thread: string, method: string, params: object = {}): Promise<Heard | undefined> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise<Heard | undefined>((resolve) => {
      const late = setTimeout(() => resolve(undefined), ANSWER_MS);
      this.#answers.set(`${thread} ${id}`, (heard) => {
        clearTimeout(late);
        resolve(heard);
      });
    });
    const message = JSON.stringify({ id, method, params });
    const forThread = { id: -id, method: 'NodeWorker.sendMessageToWorker', params: { sessionId: thread, message } };
    this.#socket.send(thread === '' ? message : JSON.stringify(forThread));
    return answer;
  }

  #hear(thread: string, heard: Heard): void {
    const { id, method, params } = heard;
    if (method === 'NodeWorker.attachedToWorker' && params !== undefined) this.#threads.add(params.sessionId);
    if (method === 'NodeWorker.receivedMessageFromWorker' && params !== undefined)
      this.#hear(params.sessionId, JSON.parse(params.message) as Heard);
    if (id === undefined) return;
    this.#answers.get(`${thread} ${id}`)?.(heard);
    this.#answers.delete(`${thread} ${id}`);
  }
}
