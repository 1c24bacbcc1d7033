# The staged files in a folder of their own, `$staged`, which git takes for the work tree from here on: a commit holds staged
# files, and those of the work tree may differ. Part of the hooks that `assay init` and `ci/pre-commit.sh` are.
staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
git checkout-index --all --prefix="$staged/"
case ${GIT_INDEX_FILE:-/} in
  /*) ;;
  *) export GIT_INDEX_FILE="$PWD/$GIT_INDEX_FILE" ;;
esac
GIT_DIR=$(git rev-parse --absolute-git-dir)
export GIT_DIR GIT_WORK_TREE="$staged"
