import { oneTimeTokenResult } from '@tapedeck/protocol';
import { TOKEN_RETRIES_MAX, TOKEN_RETRY_MS } from '../constants.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import type { Http } from './http.ts';

/** A one-time token for the private channel: requested once, then up to three more times, 500 ms apart. */
export async function oneTimeToken(http: Http, ports: ClientPorts): Promise<Result<string>> {
  for (let retry = 0; ; retry += 1) {
    const answer = await http.post('/user/private/ott', {}, oneTimeTokenResult, { reads: true });
    if (answer.ok) return succeeded(answer.value.token);
    if (retry === TOKEN_RETRIES_MAX) return answer;
    await new Promise<void>((resolve) => void ports.setTimer(resolve, TOKEN_RETRY_MS));
  }
}
