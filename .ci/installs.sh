# Tests that install each file of a release as a user would, and run what they installed. .ci/packaging sources this file, which also
# says what dist, root, work and version are. Each file of a release and its test stand in docs/install.md.
# shellcheck shell=bash disable=SC2154 # those variables

linux=pcl-lsp_linux_$(go env GOARCH)

# works PROGRAM... runs a program that was installed: it is this version, and it finds mistakes.
works() {
	"$@" version | grep "^pcl-lsp ${version#v}[ ,]"
	expect 1 "$@" check "$root/$programs/broken" >found
	grep -F 'error[attr.unknown]' found
}

# has_documents FOLDER checks what a Linux distribution expects below /usr/share.
has_documents() {
	grep -F '.TH' "$1/usr/share/man/man1/pcl-lsp-check.1"
	bash -n "$1/usr/share/bash-completion/completions/pcl-lsp"
	grep -F '#compdef pcl-lsp' "$1/usr/share/zsh/site-functions/_pcl-lsp"
	[ -s "$1/usr/share/fish/vendor_completions.d/pcl-lsp.fish" ]
	[ -s "$1/usr/share/doc/pcl-lsp/THIRD_PARTY_NOTICES.txt" ]
}

# removed FOLDER fails if a package has left something there.
removed() { [ -z "$(find "$1" -path '*pcl-lsp*' -print | tee /dev/stderr)" ]; }

debian_package() {
	needs dpkg
	mkdir -p debian/var/lib/dpkg/{info,updates}
	touch debian/var/lib/dpkg/status
	local dpkg=(dpkg --root="$work/debian" --force-not-root)
	"${dpkg[@]}" --install "dist/$linux.deb"
	works debian/usr/bin/pcl-lsp
	has_documents debian
	[ -z "$("${dpkg[@]}" --verify pcl-lsp)" ]
	"${dpkg[@]}" --purge pcl-lsp
	removed debian
}

red_hat_package() {
	needs rpm
	mkdir redhat
	local rpm=(rpm --root "$work/redhat")
	"${rpm[@]}" --initdb
	"${rpm[@]}" --install --nodeps --nosignature "dist/$linux.rpm"
	works redhat/usr/bin/pcl-lsp
	has_documents redhat
	"${rpm[@]}" --verify pcl-lsp
	"${rpm[@]}" --erase pcl-lsp
	removed redhat
}

# Without apk, this unpacks the package and checks what it says of itself.
alpine_package() {
	mkdir alpine
	tar --warning=no-unknown-keyword -xzf "dist/$linux.apk" -C alpine
	grep -x "pkgver = ${version#v}" alpine/.PKGINFO
	grep -x "size = $(find alpine/usr -type f -printf '%s\n' | awk '{ n += $1 } END { print n }')" alpine/.PKGINFO
	works alpine/usr/bin/pcl-lsp
	has_documents alpine
}

npm_packages() {
	needs npm
	local arch npm=(npm --offline --no-audit --no-fund --cache "$work/npm-cache")
	arch=$(node -p process.arch)
	"${npm[@]}" install --prefix npm ./dist/pcl-lsp_npm.tgz "./dist/pcl-lsp_npm_linux-$arch.tgz"
	works npm/node_modules/.bin/pcl-lsp
	echo 'a   =   1' | npm/node_modules/.bin/pcl-lsp fmt - | grep -x 'a = 1'
	# An editor stops its server with a signal. The output ends when the server does.
	mkfifo to from
	npm/node_modules/.bin/pcl-lsp serve <to >from &
	exec {to}>to {from}<from
	local request='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}' status=0
	printf 'Content-Length: %d\r\n\r\n%s' ${#request} "$request" >&"$to"
	read -r answer <&"$from"
	[[ $answer = Content-Length:* ]]
	kill $!
	cat <&"$from" >/dev/null
	wait $! || status=$?
	[ "$status" != 0 ]
	# Without the package of a platform, the command says so.
	"${npm[@]}" install --prefix npm-alone ./dist/pcl-lsp_npm.tgz
	expect 3 npm-alone/node_modules/.bin/pcl-lsp version 2>&1 | grep -F "the package @pcl-lsp/linux-$arch is not installed"
}

# blob FILE prints the path of a blob of the image after it has checked its digest and size; FILE has its descriptor.
blob() {
	local path
	path=oci/blobs/$(jq -er '.digest | sub(":"; "/")' "$1")
	echo "${path##*/}  $path" | sha256sum -c --quiet >&2
	[ "$(stat -c %s "$path")" = "$(jq .size "$1")" ]
	echo "$path"
}

image() {
	needs jq
	mkdir oci rootfs
	tar -xf dist/pcl-lsp_oci.tar -C oci
	jq -e '.imageLayoutVersion == "1.0.0"' oci/oci-layout
	jq -e '.manifests[0]' oci/index.json >index
	jq -e --arg name "${version#v}" '.annotations["org.opencontainers.image.ref.name"] == $name' index
	jq -e --arg arch "$(go env GOARCH)" '.manifests[] | select(.platform == { os: "linux", architecture: $arch })' "$(blob index)" >manifest
	jq -e .config "$(blob manifest)" >config
	jq -e '.layers | length == 1' "$(blob manifest)"
	jq -e '.layers[0]' "$(blob manifest)" >layer
	tar --same-owner -xzf "$(blob layer)" -C rootfs
	[ "$(jq -r '.rootfs.diff_ids[0]' "$(blob config)")" = "sha256:$(gunzip -c "$(blob layer)" | sha256sum | cut -d ' ' -f 1)" ]
	jq -e '.config.Entrypoint == ["/usr/bin/pcl-lsp"] and .config.Cmd == ["check"] and .config.User == "65532:65532" and .config.WorkingDir == "/work"' "$(blob config)"
	[ "$(id -u)" = 0 ] || { works rootfs/usr/bin/pcl-lsp; return; }
	local run=(env -i HOME=/cache XDG_CACHE_HOME=/cache "$(command -v chroot)" --userspec=65532:65532 rootfs /usr/bin/pcl-lsp)
	# As a container would run it: this user, nothing else in the file system, and the settings of the image.
	cp -r "$root/$programs" rootfs/work/programs
	chmod -R go+rX rootfs/work
	"${run[@]}" version | grep "^pcl-lsp ${version#v}[ ,]"
	expect 1 "${run[@]}" check /work/programs >found
	grep -F "error[function.unknown]" found
	[ -n "$(ls rootfs/cache)" ] # it could write there
}

# Each address in a manifest is a file of this release, and the checksum behind it is that of the file.
manifest_addresses() {
	local file
	for file in pcl-lsp.rb pcl-lsp.json pcl-lsp.pcl-lsp.installer.yaml; do
		grep -oE '(releases/download/v[^/$]+/[^"]+|\b[0-9A-Fa-f]{64}\b)' "dist/$file" | paste - - >"$file.pairs"
		[ -s "$file.pairs" ]
		while read -r address sum; do
			[ "${address%/*}" = "releases/download/$version" ]
			grep -x "${sum,,}  ${address##*/}" dist/SHA256SUMS
		done <"$file.pairs"
	done
}

# Homebrew's part of a formula is played by a few lines: they evaluate it on this platform and install the archive.
homebrew_formula() {
	needs ruby
	cat >formula.rb <<-'END'
		require "fileutils"
		require "pathname"
		class Place < Pathname
		  def install(*files)
		    mkpath
		    files.flatten.flat_map { |f| f.is_a?(Hash) ? f.to_a : [[f, File.basename(f)]] }.each { |from, to| FileUtils.cp(from, self / to) }
		  end
		end
		class Formula
		  %w[desc homepage version license url sha256].each { |name| define_singleton_method(name) { |text| given[name] = text } }
		  def self.given = @given ||= {}
		  def self.test = nil
		  def self.on(yes) = yes && yield
		  def self.on_linux(&block) = on(RUBY_PLATFORM.include?("linux"), &block)
		  def self.on_macos(&block) = on(RUBY_PLATFORM.include?("darwin"), &block)
		  def self.on_intel(&block) = on(RUBY_PLATFORM.start_with?("x86_64"), &block)
		  def self.on_arm(&block) = on(RUBY_PLATFORM.match?(/^(arm|aarch)64/), &block)
		  def place(name) = Place.new(File.join(ARGV[1], name))
		  %w[bin man1 bash_completion fish_completion zsh_completion].each { |name| define_method(name) { place(name) } }
		end
		load ARGV[0]
		PclLsp.new.install
		puts PclLsp.given.values
	END
	ruby -wc dist/pcl-lsp.rb
	(cd "out/$(go env GOOS)_$(go env GOARCH)" && ruby "$work/formula.rb" "$work/dist/pcl-lsp.rb" "$work/homebrew") >given
	grep -x "${version#v}" given
	grep "/$linux.tar.gz$" given
	works homebrew/bin/pcl-lsp
	[ -s homebrew/man1/pcl-lsp.1 ] && [ -s homebrew/bash_completion/pcl-lsp ] && [ -s homebrew/zsh_completion/_pcl-lsp ]
}

# Scoop needs these members, and the program at the top of the archive.
scoop_manifest() {
	needs jq
	jq -e --arg version "${version#v}" '.version == $version and .license == "Apache-2.0" and (.homepage | startswith("https://")) and
		(.architecture | length >= 1 and all(.[]; (.url | endswith(".zip")) and (.hash | test("^[0-9a-f]{64}$")))) and
		(.autoupdate.architecture | keys) == (.architecture | keys)' dist/pcl-lsp.json
	[ -x "out/windows_amd64/$(jq -r .bin dist/pcl-lsp.json)" ]
}

# winget needs these members in three files.
winget_manifests() {
	needs ruby
	needs jq
	for kind in "" .installer .locale.en-US; do
		ruby -ryaml -rjson -rdate -e 'puts YAML.safe_load_file(ARGV[0], permitted_classes: [Date]).to_json' "dist/pcl-lsp.pcl-lsp$kind.yaml"
	done | jq -s . >winget
	jq -e --arg version "${version#v}" 'all(.[]; .PackageIdentifier == "pcl-lsp.pcl-lsp" and .PackageVersion == $version and .ManifestVersion == "1.10.0") and
		map(.ManifestType) == ["version", "installer", "defaultLocale"] and .[0].DefaultLocale == .[2].PackageLocale and
		(.[1] | .InstallerType == "zip" and .NestedInstallerType == "portable" and (.ReleaseDate | test("^\\d{4}-\\d\\d-\\d\\d$")) and
			(.Installers | length >= 1 and all(.[]; (.Architecture | test("^(x64|arm64)$")) and (.InstallerSha256 | test("^[0-9A-F]{64}$"))))) and
		(.[2] | [.Publisher, .PackageName, .License, .ShortDescription] | all(length > 2))' winget
	[ -x "out/windows_amd64/$(jq -r '.[1].NestedInstallerFiles[0].RelativeFilePath' winget)" ]
}

# The bill of a program has what Go says of it.
bills() {
	needs jq
	for name in "${platforms[@]}"; do
		jq -e '.bomFormat == "CycloneDX" and (.metadata.timestamp | length > 0)' "dist/pcl-lsp_${name/\//_}.cdx.json"
		go version -m "out/${name/\//_}/"pcl-lsp* | awk '$1 == "dep" { print $2 " " $3 }' | sort >wanted
		jq -r '.components[] | select(.name != "std") | .name + " " + .version' "dist/pcl-lsp_${name/\//_}.cdx.json" | sort | diff wanted -
		[ "$(wc -l <wanted)" -gt 10 ]
		[ "$(jq -r '.metadata.component.hashes[0].content' "dist/pcl-lsp_${name/\//_}.cdx.json")" = "$(sha256sum "out/${name/\//_}/"pcl-lsp* | cut -d ' ' -f 1)" ]
	done
}

# The flake is evaluated with a stand-in for nixpkgs, since that cannot be had without the network.
nix_flake() {
	needs nix
	local home=$HOME
	mkdir -p nix/home nixpkgs
	export HOME=$work/nix/home NIX_REMOTE=local NIX_STORE_DIR=$work/nix/store NIX_STATE_DIR=$work/nix/state NIX_LOG_DIR=$work/nix/log NIX_CONF_DIR=$work/nix/conf
	export NIX_CONFIG=$'experimental-features = nix-command flakes\nbuild-users-group ='
	cat >nixpkgs/flake.nix <<-'END'
		{
		  outputs = { self }: {
		    lib.genAttrs = names: make: builtins.listToAttrs (map (name: { inherit name; value = make name; }) names);
		    lib.licenses.asl20.spdxId = "Apache-2.0";
		    legacyPackages = self.lib.genAttrs [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ] (system: {
		      buildGoModule = given: given // { inherit system; };
		      mkShell = given: given;
		      go = "go"; nodejs = "nodejs"; gnumake = "gnumake"; installShellFiles = "installShellFiles";
		    });
		  };
		}
	END
	for system in x86_64-linux aarch64-linux x86_64-darwin aarch64-darwin; do
		nix eval --offline --no-write-lock-file --json --override-input nixpkgs "path:$work/nixpkgs" "git+file://$work/one#packages.$system.default" >evaluated
		jq -e --arg system "$system" '.system == $system and .meta.mainProgram == "pcl-lsp" and .meta.license.spdxId == "Apache-2.0"' evaluated
		[ -d "one/$(jq -r '.subPackages[0]' evaluated)" ]
	done
	# The dependencies are those of go.mod.
	env HOME="$home" go mod vendor -C one -o "$work/vendored"
	local hash
	hash=$(nix hash path vendored)
	[ "$hash" = "$(jq -r .vendorHash evaluated)" ] || { echo "flake.nix: vendorHash has to be $hash"; return 1; }
}

# Each file of the release stands in docs/install.md, with a test that exists.
documented() {
	awk -F ' *[|] *' '/^\| `/ { print $2, $4 }' "$root/docs/install.md" | tr -d '`' >rows
	[ -s rows ]
	for file in dist/*; do
		file=${file##*/}
		local row=
		while read -r pattern test; do
			# shellcheck disable=SC2053 # it is a pattern
			[[ $file != $pattern ]] || row=$test
		done <rows
		[ -n "$row" ] || { echo "docs/install.md has no row for $file"; return 1; }
	done
	while read -r pattern test; do
		grep -x "try $test" "$root/.ci/packaging"
		compgen -G "dist/$pattern" || compgen -G "$root/$pattern" || [[ $pattern = *darwin* || $pattern = cmd/* ]] || { echo "no file is called $pattern"; return 1; }
	done <rows
}
