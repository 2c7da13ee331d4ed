// Requests to the server that sent the page. Paths are relative, because a proxy may serve the page under a prefix.
import { Problem } from "./problem.js";

const LONGEST_PAUSE = 30; // maximum seconds between attempts

export class ServerError extends Problem {
  constructor(message, status) {
    super(message);
    this.status = status;
  }

  get isAboutTheKey() {
    return this.status === 401 || this.status === 403;
  }
}

/** Resolves after some seconds, or when the network is back; rejects when `signal` aborts. */
export function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const end = (settle) => () => {
      stop.abort();
      clearTimeout(timer);
      settle();
    };
    const timer = setTimeout(end(resolve), 1000 * seconds);
    addEventListener("online", end(resolve), { signal: stop.signal });
    signal?.addEventListener("abort", end(() => reject(signal.reason)), { signal: stop.signal });
    if (signal?.aborted) end(() => reject(signal.reason))();
  });
}

async function contentOf(answer, isFile) {
  if (answer.ok && isFile) return answer.blob();
  const content = await answer.json().catch(() => ({}));
  if (answer.ok) return content;
  throw new ServerError(content.error ?? content.message ?? `The server answered ${answer.status} ${answer.statusText}.`, answer.status);
}

export class Server {
  key = "";

  /** `body` is JSON or a form, which are posted unless `method` says otherwise; the answer is JSON or a file; `onWait({ why, seconds })` receives the reason for a delay and the time until the next attempt. */
  async ask(path, { method, body, signal, isFile = false, onWait = () => {} } = {}) {
    for (let attempt = 0; ; ++attempt) {
      const pauseAfterFailure = Math.min(2 ** attempt, LONGEST_PAUSE);
      let wait;
      try {
        const answer = await fetch(new URL(path, document.baseURI), { ...this.#options(body, signal), ...(method && { method }) });
        if (answer.status !== 503 && answer.status !== 429) return await contentOf(answer, isFile);
        const seconds = Number(answer.headers.get("Retry-After")) || pauseAfterFailure;
        wait = { why: answer.status === 503 ? "busy" : "limit", seconds };
      } catch (error) {
        if (signal?.aborted || error instanceof ServerError) throw error;
        wait = { why: "unreachable", seconds: pauseAfterFailure };
      }
      onWait(wait);
      await pause(wait.seconds, signal);
    }
  }

  #options(body, signal) {
    const headers = this.key ? { Authorization: `Bearer ${this.key}` } : {};
    if (body === undefined) return { headers, signal };
    if (body instanceof FormData) return { method: "POST", headers, body, signal };
    headers["Content-Type"] = "application/json";
    return { method: "POST", headers, body: JSON.stringify(body), signal };
  }
}

const inSeconds = (count) => `${count} ${count === 1 ? "second" : "seconds"}`;

export function waitInWords({ why, seconds }) {
  const reasons = {
    busy: "The server is busy.",
    limit: "You sent more requests than the server allows.",
    unreachable: navigator.onLine ? "The server does not answer." : "This device is offline.",
  };
  return `${reasons[why]} Next attempt in ${inSeconds(seconds)}.`;
}
