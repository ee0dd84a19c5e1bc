# Strata. `make demo` and `make test` need no other setup. `make help` lists the other targets.

SWIFT ?= swift
# A strict build has a folder of its own, so that `make check` and `make test` don't compile each other's modules again. With
# STRATA_STRICT in the environment, as in CI, every target uses that folder.
SCRATCH = $(if $(STRATA_STRICT),.build-strict,.build)
BUILD = $(SWIFT) build --scratch-path $(SCRATCH)
TEST = $(SWIFT) test --scratch-path $(SCRATCH)
BIN = $(shell $(BUILD) --show-bin-path)
SOURCES = Package.swift Apps Modules Tests

.PHONY: help demo test conformance serve check layers examples docs format clean setup bench feature strip-sample rename template-diff
.DEFAULT_GOAL := help

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: setup ## Build the sample app and take a tour of it (the first build takes some minutes)
	@echo "Building strata and strata-backend. The first time, this compiles the packages they use as well: some minutes."
	$(BUILD) --product strata-backend
	$(BUILD) --product strata
	@"$(BIN)/strata" demo

# With hundreds of tests at once, those with sockets exceed their time limits on a small machine.
TEST_WIDTH = $(shell $(SWIFT) test --help-hidden 2>/dev/null | grep -o -m 1 -e '--experimental-maximum-parallelization-width' | sed 's/$$/ 8/')

test: setup ## Build everything and run all tests (full output in .build/test.log)
	@sh .ci/test $(SCRATCH)/test.log $(TEST) $(TEST_WIDTH)

conformance: setup ## Run the networking layer against httpbin, a GraphQL server and 100,000 damaged responses, and schemathesis against the backend (all from PyPI, installed the first time)
	@Tests/Conformance/run.sh $(TEST) --filter ConformanceTests $(TEST_WIDTH)
	STRATA_FUZZ_CASES=50000 $(TEST) --skip-build --filter TransportFuzzTests
	$(BUILD) --product strata-backend
	Tests/Conformance/schemathesis.sh "$(BIN)/strata-backend"

serve: setup ## Run the sample backend on port 8080 until Ctrl-C
	$(BUILD) --product strata-backend
	$(BUILD) --product strata
	@"$(BIN)/strata" serve

check: setup layers ## Check layers, documentation and vocabulary, then format, warnings and the examples in the documentation
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	STRATA_STRICT=1 $(SWIFT) build --build-tests --scratch-path .build-strict
	@$(WORKBENCH) examples --executables .build-strict/debug

# The workbench is built in a folder of its own, and again only after a change of its sources. Messages of the build go to
# standard error, because `make template-diff` prints a patch.
WORKBENCH = .build-workbench/debug/workbench

layers: $(WORKBENCH) ## Check layers, documentation and vocabulary in seconds, without building the modules
	@$(WORKBENCH) check

examples: setup $(WORKBENCH) ## Run the commands in the documentation, and compare their output: [PAGES=Docs/reference/cli.md] [UPDATE=1]
	$(BUILD) --product strata-backend
	$(BUILD) --product strata
	@$(WORKBENCH) examples --executables "$(BIN)" $(if $(UPDATE),--update) $(PAGES)

docs: setup ## Build a documentation site of all modules in .build-docs
	$(BUILD)
	@.ci/docs "$(BIN)" .build-docs

$(WORKBENCH): $(shell find Apps/Workbench/Sources Apps/Workbench/Package.swift)
	@echo "Building the workbench: half a minute, once." >&2
	@$(SWIFT) build --package-path Apps/Workbench --scratch-path .build-workbench >&2
	@touch $@

# A release build in a folder of its own.
BENCH = --package-path Tests/Benchmarks --scratch-path .build-bench
BENCH_PRODUCTS = strata foundation-hello response-server benchmarks

bench: setup ## Measure the cost of the layers in release (the first build takes a quarter of an hour)
	for product in $(BENCH_PRODUCTS); do $(SWIFT) build -c release $(BENCH) --product $$product || exit 1; done
	@.build-bench/release/benchmarks --output .build-bench/results

format: ## Format all Swift code
	$(SWIFT) format format --in-place --recursive $(SOURCES)

feature: $(WORKBENCH) ## Add a feature in every layer: NAME=Invoice [FIELDS="number:String due:Date?"], or remove it: UNDO=Invoice [DRY_RUN=1] [FORCE=1]
	@$(WORKBENCH) feature $(if $(DRY_RUN),--dry-run) $(if $(FORCE),--force) $(if $(UNDO),--undo "$(UNDO)",$(if $(FIELDS),--fields "$(FIELDS)") $(if $(PLURAL),--plural "$(PLURAL)") -- "$(NAME)")

strip-sample: $(WORKBENCH) ## Remove the sample's features, and what only they need
	@$(WORKBENCH) strip-sample

rename: $(WORKBENCH) ## Give the workspace another name: NAME=Acme [DRY_RUN=1] [FORCE=1]
	@$(WORKBENCH) rename $(if $(DRY_RUN),--dry-run) $(if $(FORCE),--force) -- "$(NAME)"

template-diff: $(WORKBENCH) ## Print the changes of the template since this clone, as a patch: FROM=path-or-url [TO=ref]
	@$(WORKBENCH) template-diff $(if $(TO),--to "$(TO)") -- "$(FROM)"

clean: ## Remove all builds and the data of `make serve`
	rm -rf .build .build-strict .build-workbench .build-bench .build-docs .build-outside .build-template .strata-backend

setup: # Check for the required libraries, and install them or print the command
	@sh .ci/setup
