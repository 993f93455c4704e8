// Asks for what a first view needs while the terminal's script is still on its way; `early-start.ts` takes the answers over.
(function () {
  const FRAMES_MAX = 400;
  const headers = { Accept: 'application/json', platform: 'pc', lang: document.documentElement.lang };
  const answers = new Map();
  for (const path of ['/contract/v5/product/brief-symbol-list', '/user/public/session']) {
    const answer = fetch(`${path}?timestamp=${Date.now()}`, { headers, credentials: 'include', cache: 'no-store' }).then(
      async (response) => ({ status: response.status, body: await response.text() }),
    );
    // Who takes it over says what failed.
    answer.catch(() => undefined);
    answers.set(path, answer);
  }

  const symbol = /^\/trade\/usdt\/(\w+)$/.exec(location.pathname)?.[1]?.toUpperCase() ?? 'BTCUSDT';
  const topics = ['instrument_info', 'orderBook_200', 'recently_trade'].map((name) => `${name}.${symbol}`);
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/realtime?v=2`;
  const socket = new WebSocket(url);
  const frames = [];
  socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', args: topics }));
  socket.onmessage = (event) => {
    // Nobody came for them.
    if (frames.push(event) > FRAMES_MAX) socket.close();
  };
  window.tapedeckEarly = { answers, market: { url, socket, topics, frames } };
})();
