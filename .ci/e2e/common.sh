# Shared by the tests in real editors; each script of this folder sources it. Editors are installed in E2E_CACHE (bin/e2e) when
# they are missing. A test prints "ok NAME", "not ok NAME: WHY" or "skip NAME: WHY"; the script counts these lines and ends with
# "N passed, M failed, K skipped". These variables change what happens:
#   E2E_RECORDINGS=DIR  keep the bytes that each server reads and writes
#   E2E_INSTALL=1       only install the editor
#   E2E_SMOKE=1         drive one path through the editor that most people have: enough to see that it works at all

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
E2E_CACHE=${E2E_CACHE:-$root/bin/e2e}
mkdir -p "$E2E_CACHE"
E2E_CACHE=$(cd "$E2E_CACHE" && pwd)
server=${PCL_LSP_BIN:-$root/bin/pcl-lsp}
log=$(mktemp)
scratch=$(mktemp -d)
trap 'rm -rf "$log" "$scratch"' EXIT

# recorder writes a program that starts the server and records its input and output as NAME.in and NAME.out, and prints the
# program's path. The program replaces itself with the server, so a client that kills its process kills the right one.
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
# Hide the settings of the person who runs the tests.
export XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state

# workspace prints a fresh copy of the test program, so editors never change the repository.
workspace() {
	rm -rf "$scratch/workspace"
	cp -r "$root/testdata/e2e/workspace" "$scratch/workspace"
	echo "$scratch/workspace"
}

# apt_packages COMMAND PACKAGE... installs Debian packages if the command is missing.
apt_packages() {
	command -v "$1" >/dev/null && return
	shift
	[ -e "$E2E_CACHE/apt-updated" ] || { apt-get update -qq >/dev/null && touch "$E2E_CACHE/apt-updated"; }
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# private_root PACKAGE RELEASE unpacks a package of a Debian release with all its dependencies, even its loader and its
# libraries, into a folder and prints the folder. The system stays as it is. It fails if the release no longer has the package.
private_root() {
	local d=$E2E_CACHE/$1-$2 mirror
	if [ ! -e "$d/ready" ]; then
		rm -rf "$d"
		mkdir -p "$d/lists/partial" "$d/cache/archives/partial" "$d/root"
		: >"$d/status" # an empty list of installed packages: apt fetches all dependencies
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

# chromium_tools installs Chromium and the packages that drive it, and prints the folder of the packages.
chromium_tools() {
	local tools=$E2E_CACHE/web
	apt_packages chromium chromium fonts-dejavu-core
	if [ ! -e "$tools/ready" ]; then
		rm -rf "$tools"
		mkdir -p "$tools"
		npm install --silent --ignore-scripts --no-save --prefix "$tools" playwright-core@1.65.1 axe-core@4.14.1 >/dev/null
		touch "$tools/ready"
	fi
	echo "$tools"
}

# grammar DIRECTORY compiles the tree-sitter grammar to pcl.so; it prints a "skip" if there is no compiler.
grammar() {
	command -v cc >/dev/null || { echo "skip the tree-sitter grammar: there is no C compiler" | tee -a "$log"; return 1; }
	local sources=$root/editors/tree-sitter/src
	mkdir -p "$1"
	cc -O1 -fPIC -shared -I "$sources" -o "$1/pcl.so" "$sources/parser.c" "$sources/scanner.c"
}

# smoke reports whether one path is enough.
smoke() { [ -n "${E2E_SMOKE:-}" ]; }

# installed ends the script if it should only install the editor.
installed() { [ -z "${E2E_INSTALL:-}" ] || exit 0; }

# run NAME COMMAND... runs the tests of one client. Only a hang reaches the time limit. A client that exits with an error or
# without running a test counts as one more failure.
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
