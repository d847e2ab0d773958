# What the tests in real editors share; each script of this folder sources it. The clients are kept in E2E_CACHE, by
# default bin/e2e, and are installed only when they are not there yet. A test prints "ok NAME", "not ok NAME: WHY" or
# "skip NAME: WHY"; the script counts these lines and ends with "N passed, M failed, K skipped".

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
E2E_CACHE=${E2E_CACHE:-$root/bin/e2e}
mkdir -p "$E2E_CACHE"
E2E_CACHE=$(cd "$E2E_CACHE" && pwd)
server=${PCL_LSP_BIN:-$root/bin/pcl-lsp}
log=$(mktemp)
scratch=$(mktemp -d)
trap 'rm -rf "$log" "$scratch"' EXIT
export npm_config_update_notifier=false npm_config_fund=false npm_config_audit=false
export PCL_SCHEMA_PATH=$root/testdata/schemas PATH=$(dirname "$server"):$PATH
# The tests must not see the settings of whoever runs them.
export XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state

# A fresh copy of the program, so that nothing an editor does reaches the repository.
workspace() {
	rm -rf "$scratch/workspace"
	cp -r "$root/testdata/e2e/workspace" "$scratch/workspace"
	echo "$scratch/workspace"
}

# apt_packages COMMAND PACKAGE... installs packages of the system where the command is missing.
apt_packages() {
	command -v "$1" >/dev/null && return
	shift
	[ -e "$E2E_CACHE/apt-updated" ] || { apt-get update -qq >/dev/null && touch "$E2E_CACHE/apt-updated"; }
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# run NAME COMMAND... runs a client's tests with a limit that only a hang reaches. A client that ends badly, or that
# ran no test at all, is one failure more.
run() {
	local name=$1 status=0 before after
	shift
	printf -- '-- %s\n' "$name"
	before=$(grep -cE '^(ok|not ok|skip) ' "$log" || true)
	timeout --kill-after=10 240 "$@" 2>&1 </dev/null | tr -d '\r' | sed -u "s|$scratch|SCRATCH|g" | tee -a "$log" || status=$?
	after=$(grep -cE '^(ok|not ok|skip) ' "$log" || true)
	if [ "$status" != 0 ] || [ "$before" = "$after" ]; then
		echo "not ok $name: ended with status $status after $((after - before)) tests" | tee -a "$log"
	fi
}

finish() {
	local passed failed skipped
	passed=$(grep -c '^ok ' "$log" || true)
	failed=$(grep -c '^not ok ' "$log" || true)
	skipped=$(grep -c '^skip ' "$log" || true)
	printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
	[ "$failed" = 0 ] && [ "$passed" != 0 ]
}
