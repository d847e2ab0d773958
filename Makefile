# make test is the one test command: Go tests, the VS Code extension, and a client of its own over stdio.

GOTESTSUM = go run gotest.tools/gotestsum@v1.13.0
STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.7.0
GOVULNCHECK = golang.org/x/vuln/cmd/govulncheck@v1.1.4
GO_LICENSES = github.com/google/go-licenses@v1.6.0
BIN = bin/pcl-lsp
SHELL = bash
.SHELLFLAGS = -o pipefail -c

.PHONY: build test test-go test-extension test-harness sweep soak test-long e2e fuzz lint platforms vulnerabilities licences fmt bench bench-docs bench-go release packaging clean

build:
	go build -trimpath -o $(BIN) ./cmd/pcl-lsp

test: test-go test-extension test-harness

test-go:
	$(GOTESTSUM) --format pkgname -- -race -timeout 30m ./...
	go test -count=1 ./typesys # the laws once more, over all their types: the race detector checks a part of them
	go test -count=1 ./analysis/check -run '^(TestMutations|TestFlowsAreSound|TestHostilePrograms|TestValidProgramsOfLargeSchemas)$$' # and these: see racesize_race_test.go
	go test -count=1 ./lsp -run '^(TestCapabilities|TestStorm|TestDeepTextsAreAnswered)$$'
	go test -count=1 ./analysis/ide/rename ./analysis/ide/format -run '^(TestRenameLaw|TestLawsOfParts|TestDeepTextsAreLeftAlone)$$'
	go test -count=1 ./analysis/syntax ./analysis/ide/semantic ./analysis/eval -run '^(TestEditedEqualsParse|TestEdits|TestMarksAreKept)$$'

test-extension: build
	cd editors/vscode && npm ci --no-audit --no-fund && PCL_LSP_BIN="$(CURDIR)/$(BIN)" npm test

# The extension with the server inside, for each platform, in dist; each package is opened and looked at.
vsix:
	cd editors/vscode && npm ci --no-audit --no-fund && npm run vsix

test-harness: build
	rm -rf bin/recordings && mkdir -p bin/recordings
	cd testdata/harness && npm ci --no-audit --no-fund && \
		PCL_LSP_BIN="$(CURDIR)/$(BIN)" PCL_LSP_RECORDINGS="$(CURDIR)/bin/recordings" npm test
	go test ./lsp -run '^TestRecordings$$' -count=1 -v -recordings="$(CURDIR)/bin/recordings"

# Everything about a place, asked at every byte of all fixtures and programs: no error, and no answer that takes 50 ms in five tries.
sweep:
	go test ./lsp -run '^TestSweep$$' -count=1 -v -sweepevery=1 -sweeplimit=50ms -timeout 30m | grep -v -e '^=== ' -e '--- PASS'

# What make test does a part of: deep, long and cut texts as a whole, many more small mistakes, many more programs that are run, and every member of the large schemas in ../shared.
test-long:
	go test ./lsp -run '^(TestDeepTextsAreAnswered|TestLongLineAndManyBlocks|TestCutTexts)$$' -count=1 -sweepevery=1 -parallel 1 -timeout 60m
	go test ./analysis/check -run '^TestMutations$$' -count=1 -timeout 20m -mutations=100000
	go test ./analysis/check -run '^TestFlowsAreSound$$' -count=1 -timeout 20m -v -flowprograms=200000
	go test ./analysis/check -run '^TestValidPrograms' -count=1 -v -allmembers

# A day of work with the program that users run: SOAK operations by a client that is sent findings, and as many by one that asks.
# What goes wrong is told with what was done last; SEED does the same again, or something else.
SOAK = 50000
SEED = 1
soak: build
	go test ./lsp -run '^TestSoak$$' -count=1 -v -timeout 30m -server="$(CURDIR)/$(BIN)" -operations=$(SOAK) -seed=$(SEED) | grep -v -e '^=== '

# The tests in real editors, all or those of CLIENTS. They install what they need; E2E_CACHE says where it is kept, else bin/e2e.
e2e: build
	.ci/e2e/run $(CLIENTS)

# Each of the first targets runs for FUZZTIME, what is looked at by one of them too, or reads small texts, for FUZZSOME; a text that fails is kept in
# testdata/fuzz of its package and belongs in the repository. FUZZJOBS run side by side, with one worker each.
FUZZTIME = 60s
FUZZSOME = 6s
FUZZJOBS = 2
FUZZERS = \
	./lsp FuzzFrames \
	./lsp FuzzQuestions \
	./analysis/syntax/split FuzzSplit \
	./analysis/syntax FuzzParse \
	./analysis/check FuzzCheck \
	./analysis/ide/format FuzzFormat \
	./analysis/ide/markdown FuzzClean \
	./workspace FuzzEdits \
	./typesys/schema FuzzIndex \
	./typesys/proppath FuzzParse \
	./typesys/urn FuzzParse
SMALLFUZZERS = \
	./analysis/syntax/fastparse FuzzFastparse \
	./analysis/syntax FuzzFileEdits \
	./analysis/syntax FuzzMapper \
	./analysis/check FuzzDump \
	./analysis/check FuzzFlow \
	./analysis/ide/depgraph FuzzNames \
	./analysis/eval FuzzEval \
	./analysis/ide/semantic FuzzEdits \
	./analysis/sensitive FuzzFind \
	./workspace FuzzSettings \
	./typesys FuzzParseStructural \
	./typesys/schema FuzzScan \
	./typesys/schema FuzzOpen \
	./typesys/constraint FuzzParse \
	./typesys/asset FuzzChecks \
	./cmd/pcl-lsp/report FuzzExcerpt
fuzz:
	@printf '$(FUZZTIME) %s %s\n' $(FUZZERS) | xargs -P $(FUZZJOBS) -n 3 .ci/fuzz
	@printf '$(FUZZSOME) %s %s\n' $(SMALLFUZZERS) | xargs -P $(FUZZJOBS) -n 3 .ci/fuzz

lint:
	@test -z "$$(gofmt -l cmd internal lsp analysis typesys workspace)" || { gofmt -l cmd internal lsp analysis typesys workspace; echo "run: make fmt"; exit 1; }
	go vet ./...
	$(STATICCHECK) ./...

# The compiler and go vet on every platform of a release, tests too, as built there: without cgo.
VETTED = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
platforms:
	@set -e; for p in $(VETTED); do echo "go vet for $$p"; CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} go vet ./...; done

# Known vulnerabilities in what is called, asked of the Go vulnerability database, or of a copy of it: VULNDB=file:///DIR.
# What cannot be asked is not green; VULNERABILITIES=optional lets a machine without that network go on, and says so.
vulnerabilities:
	.ci/vulnerabilities "$(GOVULNCHECK)" ./cmd/pcl-lsp

# The licences of all that is built in or installed for the extension: others than the allowed ones fail. The list is bin/licences.csv.
# What every release carries of them, docs/THIRD_PARTY_NOTICES.txt, is written by UPDATE=1 make licences, and fails when it is stale.
licences:
	.ci/licences "$(GO_LICENSES)" bin/licences.csv

fmt:
	gofmt -w cmd internal lsp analysis typesys workspace

# The figures of docs/performance.md, as a table here and as JSON in bin/bench.json. BENCH are flags: see go run ./internal/bench --help.
BENCH = $(if $(wildcard ../shared/schemas),--schema ../shared/schemas)
bench: build
	go run -trimpath ./internal/bench --server $(BIN) $(BENCH) --json bin/bench.json

# Puts the figures of this machine into docs/performance.md.
bench-docs: build
	go run -trimpath ./internal/bench --server $(BIN) $(BENCH) --json bin/bench.json --format markdown --out bin/bench.md
	awk '/^<!-- figures -->/ { print; print ""; while ((getline line < "bin/bench.md") > 0) print line; print ""; old = 1 } \
		/^<!-- end of figures -->/ { old = 0 } !old && !/^<!-- figures -->/' docs/performance.md > bin/performance.md
	mv bin/performance.md docs/performance.md

# The benchmarks of single packages.
bench-go:
	go test -run '^$$' -bench . -benchmem ./...

# The programs for six platforms with checksums, in dist/release, from what is committed. Tag first: the tag is the version.
release:
	.ci/release

# Tests of the release, the GitHub Action, the GitLab job, the hooks of pre-commit and go install.
packaging:
	.ci/packaging

clean:
	rm -rf bin dist editors/vscode/dist editors/vscode/dist-test
