// Asks for what a first view needs while the terminal's script is still on its way; `early-start.ts` takes the answers over.
(function () {
  const FRAMES_MAX = 400;
  const headers = { Accept: 'application/json', platform: 'pc', lang: document.documentElement.lang };
  const answers = new Map();
  // Address and symbol of a trading page as `paths.ts` reads them; every other page needs the whole list.
  const [, contract, pair] =
    /^\/trade\/(?:usdt|futures\/usdc|inverse)\/([\w-]+)\/?$|^\/trade\/spot\/(\w+\/\w+)\/?$/.exec(location.pathname) ?? [];
  const named = (contract ?? pair)?.toUpperCase() ?? (location.pathname === '/' ? 'BTCUSDT' : undefined);
  const product = named === undefined ? ['brief-symbol-list', ''] : ['dynamic-symbol-item', `symbol=${encodeURIComponent(named)}&`];
  for (const [path, query] of [
    [`/contract/v5/product/${product[0]}`, product[1]],
    ['/user/public/session', ''],
  ]) {
    const answer = fetch(`${path}?${query}timestamp=${Date.now()}`, { headers, credentials: 'include', cache: 'no-store' }).then(
      async (response) => ({ status: response.status, body: await response.text() }),
    );
    // Who takes it over says what failed.
    answer.catch(() => undefined);
    answers.set(path, answer);
  }

  const topics = named === undefined ? [] : ['instrument_info', 'orderBook_200', 'recently_trade'].map((name) => `${name}.${named}`);
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/realtime?v=2`;
  const socket = new WebSocket(url);
  const frames = [];
  socket.onopen = () => {
    if (topics.length > 0) socket.send(JSON.stringify({ op: 'subscribe', args: topics }));
  };
  socket.onmessage = (event) => {
    // Nobody came for them.
    if (frames.push(event) > FRAMES_MAX) socket.close();
  };
  window.tapedeckEarly = { answers, market: { url, socket, topics, frames } };
})();
