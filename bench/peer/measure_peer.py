"""Times Hermes's own store: measure_peer.py <folder with hermes_state.py> <database> <JSON list of queries>.

Prints one JSON object with milliseconds. The database may be written to.
"""

import json
import sys
import time
from pathlib import Path

PAGE, DEEP, ROUNDS = 50, 10_000, 3


def milliseconds(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def middle(samples):
    return sorted(samples)[len(samples) // 2]


def main(folder, database, queries):
    sys.path.insert(0, folder)
    from hermes_state import SessionDB

    store = SessionDB(Path(database))

    def page(offset):
        return store.list_sessions_rich(limit=PAGE, offset=offset, order_by_last_active=True)

    times = {
        "firstPage": middle([milliseconds(lambda: page(0)) for _ in range(ROUNDS)]),
        "deepPage": middle([milliseconds(lambda: page(DEEP)) for _ in range(ROUNDS)]),
        "searches": [milliseconds(lambda query=query: store.search_messages(query)) for query in json.loads(queries)],
    }
    print(json.dumps(times))


if __name__ == "__main__":
    main(*sys.argv[1:])
