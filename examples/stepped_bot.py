"""A bot in stepped time. It looks at each minute bar and turns its position towards the last move; in the end it prints its fills. The
same run prints the same fills. Needs nothing but Python 3.9.

    npm start -- --clock steps --data ./stepped
    python3 examples/stepped_bot.py 'http://127.0.0.1:4300/enter?token=…' 30
"""

import json
import sys
import time
from contextlib import suppress
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

ENTRY = sys.argv[1]
MINUTES = int(sys.argv[2]) if len(sys.argv) > 2 else 30
MINUTE_MS = 60_000
ORIGIN = "{0.scheme}://{0.netloc}".format(urlsplit(ENTRY))


class Stay(HTTPRedirectHandler):
    """The cookie is all that is wanted of a log-in, not the page that it leads to."""

    def redirect_request(self, *_):
        return None


opener = build_opener(HTTPCookieProcessor(CookieJar()), Stay)
# The address that the server prints logs its owner in, once.
with suppress(HTTPError):
    opener.open(ENTRY)


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {} if body is None else {"content-type": "application/json"}
    try:
        with opener.open(Request(ORIGIN + path, data=data, headers=headers)) as response:
            answer = json.load(response)
    except HTTPError as error:
        if error.code != 503:
            raise
        # The history of a server that has just started opens in a moment; nothing was done.
        time.sleep(0.5)
        return call(path, body)
    if answer["ret_code"] != 0:
        raise RuntimeError(f"{path}: {answer['ret_code']} {answer['ret_msg']}")
    return answer["result"]


before = 0.0
for minute in range(MINUTES):
    # Time goes on only here: however long the rest takes, the market waits.
    step = call("/contract/v5/market/step", {"milliseconds": MINUTE_MS, "symbol": "BTCUSDT"})
    if step["ended"]:
        break
    last = float(step["rows"][-1][4]) if step["rows"] else before
    call(
        "/contract/v5/order/create",
        {
            "symbol": "BTCUSDT",
            "side": "Sell" if last < before else "Buy",
            "orderType": "Market",
            "qty": "0.01",
            "orderLinkId": f"minute-{minute}",
        },
    )
    before = last

# The lists of the past may be a moment behind the exchange.
fills = []
while not fills or fills[0]["orderLinkId"] != f"minute-{MINUTES - 1}":
    fills = call("/contract/v5/execution/list?limit=200")["list"]
for fill in fills:
    print(fill["orderLinkId"], fill["side"], fill["execPrice"], fill["execQty"], fill["execFee"])
