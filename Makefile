# The commands of this repository; `make` or `make help` lists them. They need Go, Node and bash, and install the rest.

GOTESTSUM = go run gotest.tools/gotestsum@v1.13.0
DEADCODE = go run golang.org/x/tools/cmd/deadcode@v0.52.0
STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.7.0
GOVULNCHECK = golang.org/x/vuln/cmd/govulncheck@v1.1.4
GO_LICENSES = github.com/google/go-licenses@v1.6.0
BIN = bin/pcl-lsp
SHELL = bash
.SHELLFLAGS = -o pipefail -c
# The program, its tests and its linters share one build cache only if they are built with the same flags.
export GOFLAGS := $(sort $(GOFLAGS) -trimpath)

.PHONY: help build test test-all test-grammar test-go test-race test-forgetful test-extension test-harness test-long test-madeup test-reference conformance record-diff record costs mutations sweep soak e2e web site grammar fuzz lint deadcode platforms vulnerabilities sarif licences fmt bench bench-peers bench-docs bench-go vscode vsix release packaging clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.* ## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

# Without cgo, as releases are built: the dynamic linker would take part in every start.
build: ## Build the program: bin/pcl-lsp
	CGO_ENABLED=0 go build -o $(BIN) ./cmd/pcl-lsp

# What is written in JavaScript installs its packages first, and mostly uses one processor, so it runs side by side.
TOGETHER = $(MAKE) --jobs=3 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
test-all: test-go test-race test-forgetful ## Run all tests that a change must pass: full sizes, the race detector, and JavaScript
	$(TOGETHER) test-extension test-harness test-grammar

# make lint runs go vet over the same code.
# Tests make much garbage that lives shortly, and wait now and then.
GOTEST = GOGC=400 $(GOTESTSUM) --format pkgname -- -vet=off -p $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# The longest ones begin first, so that no processor waits for them at the end.
LONGEST = ./lsp ./cmd/pcl-lsp ./workspace
test: ## Run the Go tests of every package in small sizes
	$(GOTEST) -short $(LONGEST) ./...

test-go: ## Run the Go tests of every package in full sizes
	$(GOTEST) $(LONGEST) ./...

# Its generator is installed in E2E_CACHE or bin/e2e where Debian packages can be; without it, the test is skipped. The other tests of the grammar
# are Go tests.
GENERATED = PCL_LSP_TREE_SITTER="$$(.ci/tree-sitter)" $(GOTEST) ./internal/grammar -count=1 -run
test-grammar: ## Test that the generated parser of editors/tree-sitter is fresh
	$(GENERATED) '^TestGenerated$$'

# A pattern for exactly these tests.
empty =
only = ^($(subst $(empty) $(empty),|,$(strip $(1))))$$

# Packages that start goroutines or share state between them. Of the checker, only the tests that use one program from several goroutines.
RACE_PACKAGES = ./lsp ./workspace ./typesys/schema ./cmd/pcl-lsp/agent ./cmd/pcl-lsp/transport ./lsp/publish ./lsp/wire ./workspace/disk ./workspace/plugins ./workspace/schemas ./typesys
RACE_TESTS = TestProgramsBranchTogether TestBranchesEqualFresh TestResultsAreNotedBeforeTheyAreSeen
test-race: ## Run the race detector over the packages that use goroutines
	$(GOTEST) -race -short $(RACE_PACKAGES)
	$(GOTEST) -race -short -run '$(call only,$(RACE_TESTS))' ./analysis/checked

# Trees and types that are forgotten at once: no answer may depend on what happens to be kept.
FORGETFUL = TestFixtures TestCheckFixtures TestEveryCode TestFiles TestConformance TestDerivedEqualsFresh
test-forgetful: ## Run the fixtures with nothing kept between two questions
	PCL_LSP_TEST_KEEP=nothing $(GOTEST) -run '$(call only,$(FORGETFUL))' ./analysis/checked ./analysis/ide/...

test-extension: build ## Test the VS Code extension: types, grammar, units, package
	cd editors/vscode && npm ci --no-audit --no-fund && PCL_LSP_BIN="$(CURDIR)/$(BIN)" npm test

test-harness: build ## Test the program with an independent client over stdio
	rm -rf bin/recordings && mkdir -p bin/recordings
	cd testdata/harness && npm ci --no-audit --no-fund && \
		PCL_LSP_BIN="$(CURDIR)/$(BIN)" PCL_LSP_RECORDINGS="$(CURDIR)/bin/recordings" npm test
	go test -vet=off ./lsp -run '^TestRecordings$$' -count=1 -v -recordings="$(CURDIR)/bin/recordings"

# internal/testsize lists the sizes. The sweep measures, so it has the machine to itself.
test-long: ## Run the Go tests in their long sizes, the sweep and the soak: for a night
	PCL_LSP_TEST_SIZE=long go test -vet=off -count=1 -p 1 -timeout 4h -skip '$(call only,TestSweep $(COST_TESTS))' ./...
	PCL_LSP_TEST_SIZE=quick go test -vet=off -count=1 -race -timeout 1h $(RACE_PACKAGES)
	PCL_LSP_TEST_KEEP=nothing PCL_LSP_TEST_SIZE=quick go test -vet=off -count=1 -timeout 2h ./analysis/...
	$(MAKE) test-madeup sweep soak costs

test-madeup: ## Test that a new builtin, option or kind of block needs an entry in a table only: in a build of its own
	go test -vet=off -tags=madeup -run='^TestMadeUp' ./analysis/language ./internal/madeup

# The reference is a module of its own, which is downloaded and built the first time: that takes some minutes.
test-reference: ## Run the tests of what asks the reference
	cd internal/reference && go vet ./... && go test ./...

conformance: ## Compare pcl-lsp with the reference on the programs of its own tests, or with another version: make conformance VERSION=v3.260.0
	go test ./internal/recorder -run TestConformance -count=1 -v -args -ask -version=$(VERSION)

record-diff: ## Print what two versions of the reference judge in different ways: make record-diff FROM=v3.260.0 TO=v3.276.0
	@test -n "$(FROM)" -a -n "$(TO)" || { echo "which versions? make record-diff FROM=v3.260.0 TO=v3.276.0"; exit 2; }
	go run ./internal/recorder diff $(FROM) $(TO)

record: ## Make what testdata records of the reference again, or a part: make record ONLY="random/small codes"
	go run ./internal/recorder record $(ONLY)

COST_TESTS = TestCostOfRequests TestCostOfCommands
# Everything is kept: whether a text is larger than what usually is would decide an exponent. A profile of memory would take a third of the time.
costs: ## Measure how the costs of all messages and commands grow, and write the exponents into docs/performance.md
	GODEBUG=memprofilerate=0 PCL_LSP_TEST_KEEP=everything PCL_LSP_TEST_SIZE=long go test -vet=off ./lsp ./cmd/pcl-lsp -run '$(call only,$(COST_TESTS))' -count=1 -p 1 -timeout 3h -costs

# make test-long makes all mutations again.
mutations: ## Make the mutations of testdata/mutations that have no result yet, and write the scores into the documents
	go test -vet=off ./cmd/pcl-lsp -run '^TestMutations$$' -count=1 -v -timeout 4h -mutate=.

sweep: ## Send every request at every byte of the test data; an answer that takes 50 ms five times fails
	PCL_LSP_TEST_SIZE=long go test -vet=off ./lsp -run '^TestSweep$$' -count=1 -v -sweeplimit=50ms -timeout 60m | grep -v -e '^=== ' -e '--- PASS'

# A failure prints the last operations. SEED repeats them, or tries others.
SOAK = 100000
SEED = 1
soak: build ## Run SOAK operations, half of them for each of two kinds of clients, against the program; SEED selects them
	go test -vet=off ./lsp -run '^TestSoak$$' -count=1 -v -timeout 30m -server="$(CURDIR)/$(BIN)" -operations=$(SOAK) -seed=$(SEED) | grep -v -e '^=== '

e2e: build ## Run the tests in real editors, the playground, the site and the MCP inspector, all or CLIENTS; installs them in E2E_CACHE or bin/e2e; E2E_SMOKE=1 runs one path each
	.ci/e2e/run $(CLIENTS)

# The playground has to be downloaded, so the compiler repeats no function where it is called: the program is a fifth smaller. The program for this
# machine is what tests compare with. libdeflate-gzip, if there is one, makes the file 5% smaller than zlib does.
web: ## Build the playground in bin/web, as files for any web server; docs/playground.md describes it
	GOOS=js GOARCH=wasm CGO_ENABLED=0 go build -gcflags=all=-l -ldflags="-s -w" -o bin/web-build/whole.wasm ./editors/web/wasm
	CGO_ENABLED=0 go build -o bin/web-build/native ./editors/web/wasm
	cd editors/web && npm ci --no-audit --no-fund && npm run --silent check && node scripts/bundle.mjs ../../bin/web-build ../../bin/web "$$(go env GOROOT)"

# The pages take the examples of findings from the program, and open them in the playground.
site: build web ## Build the site of the documents in bin/site/VERSION and bin/site/latest, with the playground; docs/site.md describes it
	cd editors/web/site && npm ci --no-audit --no-fund && npm run --silent check && node build.mjs ../../../bin/site

grammar: ## Write the parser of editors/tree-sitter and the queries that are made from others
	$(GENERATED) '^(TestGenerated|TestHelixHighlights)$$' -update

# FUZZERS run for FUZZTIME each, SMALLFUZZERS for FUZZSOME: another fuzzer covers their code too, or their inputs are small. FUZZJOBS run side by side.
FUZZTIME = 60s
FUZZSOME = 6s
FUZZJOBS = 2
FUZZERS = \
	./lsp FuzzFrames \
	./lsp FuzzQuestions \
	./analysis/syntax/split FuzzSplit \
	./analysis/syntax FuzzParse \
	./analysis/checked FuzzCheck \
	./cmd/pcl-lsp FuzzTogether \
	./analysis/ide/format FuzzFormat \
	./analysis/ide/markdown FuzzClean \
	./workspace FuzzEdits \
	./typesys/schema FuzzIndex \
	./typesys/proppath FuzzParse \
	./typesys/urn FuzzParse
SMALLFUZZERS = \
	./workspace FuzzDecide \
	./analysis/syntax/fastparse FuzzFastparse \
	./analysis/syntax FuzzFileEdits \
	./analysis/syntax FuzzMapper \
	./analysis/checked FuzzDump \
	./analysis/ide/depgraph FuzzNames \
	./analysis/ide/planview FuzzConsole \
	./analysis/eval FuzzEval \
	./analysis/rules FuzzRules \
	./analysis/ide/rulefile FuzzRuleFile \
	./analysis/state FuzzRead \
	./analysis/ide/convert FuzzText \
	./analysis/ide/semantic FuzzEdits \
	./analysis/sensitive FuzzFind \
	./workspace FuzzSettings \
	./typesys FuzzParseStructural \
	./typesys/schema FuzzScan \
	./typesys/schema FuzzOpen \
	./typesys/constraint FuzzParse \
	./typesys/asset FuzzChecks \
	./internal/grammar FuzzGrammar \
	./cmd/pcl-lsp/report FuzzExcerpt \
	./cmd/pcl-lsp/recheck FuzzReadPack \
	./workspace/disk FuzzReadLedger \
	./workspace/disk FuzzReadListings
fuzz: ## Explore with all fuzzers; a failing input is kept in testdata/fuzz of its package and belongs in an issue
	@printf '$(FUZZTIME) %s %s\n' $(FUZZERS) | xargs -P $(FUZZJOBS) -n 3 .ci/fuzz
	@printf '$(FUZZSOME) %s %s\n' $(SMALLFUZZERS) | xargs -P $(FUZZJOBS) -n 3 .ci/fuzz

CODE = .ci/releaser cmd editors/web/wasm internal lsp analysis typesys workspace
lint: deadcode ## Run gofmt, go vet and staticcheck, and look for dead code
	@test -z "$$(gofmt -l $(CODE))" || { gofmt -l $(CODE); echo "run: make fmt"; exit 1; }
	go vet ./...
	go vet -C .ci/releaser .
	$(STATICCHECK) ./...
	cd .ci/releaser && $(STATICCHECK) .

# Code that only tests call belongs in test files or in internal/.
deadcode: ## List the functions that the program never calls
	@found="$$($(DEADCODE) ./cmd/pcl-lsp)" && test -z "$$found" || { echo "$$found"; exit 1; }

# Without cgo, as releases are built.
VETTED = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
platforms: ## Compile and vet the code and its tests for every platform of a release, or those in VETTED
	@set -e; for p in $(VETTED); do echo "go vet for $$p"; CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} go vet ./...; done

vulnerabilities: ## Look for known vulnerabilities; VULNDB=file:///DIR is a copy of the database, VULNERABILITIES=optional allows none
	.ci/vulnerabilities "$(GOVULNCHECK)" ./cmd/pcl-lsp

SARIF_VALIDATOR = @microsoft/sarif-multitool-linux@5.7.0
sarif: ## Validate SARIF logs with the tool of its makers, by its rules for the format and for GitHub; needs npm and the network
	npm install --prefix bin/sarif --no-audit --no-fund --ignore-scripts $(SARIF_VALIDATOR)
	chmod u+x bin/sarif/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
	SARIF_MULTITOOL="$(CURDIR)/bin/sarif/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool" go test ./cmd/pcl-lsp -run 'TestSARIFMultitool' -count=1

licences: ## Check the licences of all dependencies; UPDATE=1 writes docs/THIRD_PARTY_NOTICES.txt
	.ci/licences "$(GO_LICENSES)" bin/licences.csv

fmt: ## Format the Go code
	gofmt -w $(CODE)

# BENCH holds flags: see go run ./internal/bench --help.
BENCH = $(if $(wildcard ../shared/schemas),--schema ../shared/schemas)
bench: build ## Measure speed and memory: a table, and JSON in bin/bench.json; docs/performance.md explains the figures
	go run ./internal/bench --server $(BIN) $(BENCH) --json bin/bench.json

# The benchmark itself downloads nothing.
TERRAFORM_LS = github.com/hashicorp/terraform-ls@v0.39.0
YAML_LANGUAGE_SERVER = yaml-language-server@1.23.0
bench-peers: ## Install the other language servers that make bench compares with, in bin/peers
	GOBIN="$(CURDIR)/bin/peers" go install $(TERRAFORM_LS)
	npm install --prefix bin/peers --no-audit --no-fund $(YAML_LANGUAGE_SERVER)

bench-docs: build ## Put the figures of this machine into docs/performance.md
	go run ./internal/bench --server $(BIN) $(BENCH) --json bin/bench.json --format markdown --out bin/bench.md
	awk '/^<!-- figures -->/ { print; print ""; while ((getline line < "bin/bench.md") > 0) print line; print ""; old = 1 } \
		/^<!-- end of figures -->/ { old = 0 } !old && !/^<!-- figures -->/' docs/performance.md > bin/performance.md
	mv bin/performance.md docs/performance.md

bench-go: ## Run the benchmarks of single packages
	go test -run '^$$' -bench . -benchmem ./...

# The name of this platform among the targets of VS Code.
VSCODE_TARGET = $(shell node -p 'process.platform + "-" + process.arch')
VSCODE_VERSION = $(shell node -p 'require("./editors/vscode/package.json").version')
vscode: ## Build the extension with the server inside and install it in VS Code
	@for tool in go node npm code; do command -v $$tool >/dev/null || { echo "make vscode needs the command $$tool: install it, or put it on the PATH"; exit 1; }; done
	cd editors/vscode && npm ci --no-audit --no-fund && node scripts/vsix.mjs "$(VSCODE_TARGET)"
	code --install-extension "dist/pcl-lsp-$(VSCODE_TARGET)-$(VSCODE_VERSION).vsix"

vsix: web ## Package the extension with the server inside, for each platform and for browsers, in dist; opens and checks each package
	cd editors/vscode && npm ci --no-audit --no-fund && npm run vsix

release: ## Build all files of a release from the commit in dist/release, as docs/install.md lists them; the tag is the version
	.ci/release

packaging: ## Test the files of a release by installing them, the GitHub Action, the GitLab job, the hooks of pre-commit and go install
	.ci/packaging

clean: ## Remove everything that was built
	rm -rf bin dist editors/vscode/dist editors/vscode/dist-test
