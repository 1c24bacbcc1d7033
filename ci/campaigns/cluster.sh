#!/usr/bin/env bash
# Shards on engines that people run, against one process: on Dask with workers and a coordinator that are killed, and as an array of a
# Slurm of one node with a task that is killed and requeued. Installs PyPI's `distributed` into a virtual environment, and Debian's
# `slurm-wlm` where it is missing and this is root. No part of continuous integration.
#
# usage: ci/campaigns/cluster.sh SEED [dask|slurm ...]      (both unless named; PATTERNS=10000, COUNT=3200, SHARDS=64; needs a release
#                                                            build of assay, or ASSAY)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
seed=${1:?usage: ci/campaigns/cluster.sh SEED [dask|slurm ...]}
shift
[ $# -gt 0 ] || set -- dask slurm
tools=${CLUSTER_TOOLS:-$root/target/cluster}
[ -x "$tools/bin/python" ] || python3 -m venv "$tools"
"$tools/bin/python" -c 'import distributed' 2>/dev/null || "$tools/bin/pip" install --quiet --progress-bar off distributed
for engine in "$@"; do
  if [ "$engine" = slurm ] && ! command -v slurmctld >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get install -y -q slurm-wlm
  fi
done
exec "$tools/bin/python" "$root/ci/campaigns/cluster.py" "$seed" "$@"
