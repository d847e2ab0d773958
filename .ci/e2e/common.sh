# What the tests in real editors share; each script of this folder sources it. The clients are kept in E2E_CACHE, by
# default bin/e2e, and are installed only when they are not there yet. A test prints "ok NAME", "not ok NAME: WHY" or
# "skip NAME: WHY"; the script counts these lines and ends with "N passed, M failed, K skipped". Where E2E_RECORDINGS
# names a folder, what each server reads and writes is kept there. Where E2E_INSTALL is set nothing is tested: the clients
# are only installed.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
E2E_CACHE=${E2E_CACHE:-$root/bin/e2e}
mkdir -p "$E2E_CACHE"
E2E_CACHE=$(cd "$E2E_CACHE" && pwd)
server=${PCL_LSP_BIN:-$root/bin/pcl-lsp}
log=$(mktemp)
scratch=$(mktemp -d)
trap 'rm -rf "$log" "$scratch"' EXIT

# recorder prints the path of a program that is the server, and keeps what is said: NAME.in and NAME.out. It becomes the
# server, so that a client that ends its process ends the right one.
recorder() {
	mkdir -p "$scratch/bin"
	cat >"$scratch/bin/pcl-lsp" <<-END
		#!/usr/bin/env bash
		[ "\${1:-}" = serve ] || exec "$server" "\$@"
		name=\$(mktemp -u "$E2E_RECORDINGS/$(basename "$0")-XXXXXX")
		exec {from}<&0
		exec "$server" "\$@" < <(exec tee "\$name.in" <&\$from) > >(exec tee "\$name.out")
	END
	chmod +x "$scratch/bin/pcl-lsp"
	echo "$scratch/bin/pcl-lsp"
}

[ -z "${E2E_RECORDINGS:-}" ] || server=$(recorder)
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

# private_root PACKAGE RELEASE prints a folder with a package of a Debian release and all it needs, its own loader and
# libraries among it, so that nothing of the system is touched. It fails where the release has no such package any more.
private_root() {
	local d=$E2E_CACHE/$1-$2 mirror
	if [ ! -e "$d/ready" ]; then
		rm -rf "$d"
		mkdir -p "$d/lists/partial" "$d/cache/archives/partial" "$d/root"
		: >"$d/status" # knows of no package: everything that is needed is fetched
		mirror=$(awk '/^URIs:/ { print $2; exit }' /etc/apt/sources.list.d/debian.sources)
		echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $2 main" >"$d/sources.list"
		local options=(-qq -o "Dir::Etc::sourcelist=$d/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$d/lists"
			-o "Dir::Cache=$d/cache" -o "Dir::State::status=$d/status" -o Debug::NoLocking=1 -o APT::Install-Recommends=0)
		apt-get "${options[@]}" update >/dev/null 2>&1
		apt-get "${options[@]}" install -y --download-only "$1" >/dev/null 2>&1
		for package in "$d"/cache/archives/*.deb; do dpkg-deb -x "$package" "$d/root"; done
		touch "$d/ready"
	fi
	echo "$d/root"
}

# installed ends the script where it was only to install what it needs.
installed() { [ -z "${E2E_INSTALL:-}" ] || exit 0; }

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
