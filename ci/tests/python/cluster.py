"""The folder of a coordinator of `assay.cluster`, without an engine: one coordinator at a time, shards of one run, those that are open, and
exit code 2 for trouble; run by `python.rs` in an empty folder."""

import io
import pathlib
from contextlib import redirect_stderr

from assay import cluster


def refused(call):
    """The message of a call that ends the program with exit code 2."""
    error = io.StringIO()
    with redirect_stderr(error):
        try:
            call()
        except SystemExit as end:
            assert end.code == 2, end.code
            return error.getvalue()
    raise AssertionError("it is not refused")


folder = pathlib.Path("out")
lock = cluster.claim(folder)
assert refused(lambda: cluster.claim(folder)) == "error: another coordinator works in out\n"
lock.close()
cluster.claim(folder).close()

about = {"command": "check", "arguments": ["p.mlir"], "shards": 4}
cluster.same_run(folder, about)
cluster.same_run(folder, about)
message = refused(lambda: cluster.same_run(folder, {**about, "shards": 5}))
assert message == "error: out holds another run (shards: 4 and 5)\n", message

results = folder / "shards"
results.mkdir()
# A line that is torn, one shard that goes on, one that is finished, and two that became one file.
(results / cluster.name_of(0, 6)).write_bytes(b'{"run":1}\n{"end":0}')
(results / cluster.name_of(1, 6)).write_bytes(b'{"run":1}\n{"unit":0}\n')
(results / cluster.name_of(2, 6)).write_bytes(b'{"run":1}\n{"end":2}\n')
(results / "summary.jsonl").write_bytes(b'{"run":1}\n{"end":3,"result":{}}\n{"end":5}\n')
assert cluster.open_shards(results, 6) == [0, 1, 4]
