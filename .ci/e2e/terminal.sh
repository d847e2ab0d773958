# Drives an editor in a terminal: tmux sends it keys and reads its screen. Source common.sh first.

apt_packages tmux tmux
export TMUX_TMPDIR=$scratch LANG=C.UTF-8
trap 'tmux kill-server 2>/dev/null || true; rm -rf "$log" "$scratch"' EXIT

# terminal COMMAND... starts an editor in a terminal of its own.
terminal() {
	tmux -f /dev/null new-session -d -x 150 -y 45 "$@"
	tmux set-option -g escape-time 0
}

# keys KEY... types; names of keys are those of tmux.
keys() { tmux send-keys "$@"; }

# text WORDS types these characters.
text() { tmux send-keys -l "$1"; }

# shows NAME PATTERN waits until the screen has a line like the pattern.
shows() { awaits "$1" "$2" ''; }

# hides NAME PATTERN waits until it has none.
hides() { awaits "$1" "$2" v; }

# colors NAME PATTERN waits until the screen has a line like the pattern, with the codes of its colors.
colors() { awaits "$1" "$2" '' -e; }

# leave KEY PATTERN ends a mode or a list and waits until the screen shows it. Editors read a key right after Escape as one key
# with Alt: Helix would stay in insert mode and insert the letter, with any server or none.
leave() {
	keys "$1"
	awaits '' "$2" ''
}

# awaits NAME PATTERN [v [OPTION]] polls the screen until it has, or with v no longer has, a matching line. Only a hang reaches the limit.
awaits() {
	local end=$((SECONDS + 30)) found
	while :; do
		found=''
		tmux capture-pane -p ${4:-} >"$scratch/screen"
		grep -qE -- "$2" "$scratch/screen" || found=v
		if [ "$found" = "$3" ]; then
			[ -z "$1" ] || echo "ok $1" | tee -a "$log"
			return
		fi
		if [ "$SECONDS" -ge "$end" ]; then
			printf 'not ok %s: %s: %s\n' "$1" "$([ -n "$3" ] && echo still there || echo not there)" "$2" | tee -a "$log"
			cat "$scratch/screen"
			return
		fi
		sleep 0.03
	done
}
