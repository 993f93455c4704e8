/** A new server's history takes a while to be made; who asks for it waits. */
export async function historyIsMade({ url }: { readonly url: string }): Promise<void> {
  const session = await fetch(`${url}/user/public/session`);
  const cookie = session.headers.getSetCookie().map((line) => line.split(';')[0]);
  const answer = await fetch(`${url}/contract/v5/order/history`, { headers: { cookie: cookie.join('; ') } });
  if (!answer.ok) throw new Error(`the history was answered by ${answer.status}`);
}
