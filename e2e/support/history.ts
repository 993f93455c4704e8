import { ownerCookie } from './login.ts';

/** A new server takes a while to build its history; readers wait for it. */
export async function historyIsMade({ url }: { readonly url: string }): Promise<void> {
  const answer = await fetch(`${url}/contract/v5/order/history`, { headers: { cookie: await ownerCookie(url) } });
  if (!answer.ok) throw new Error(`the history was answered by ${answer.status}`);
}
