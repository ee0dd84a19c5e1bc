# Strata. `make demo` and `make test` need no other setup. `make help` lists the other targets.

SWIFT ?= swift
BUILD = $(SWIFT) build
TEST = $(SWIFT) test
BIN = $(shell $(BUILD) --show-bin-path)
# Runs a build or the tests, prints the progress in words and writes the whole output to a file.
QUIETLY = sh .ci/quietly
SOURCES = Package.swift Apps Modules Tests
# The workspace's tool, which needs no package and no module.
WORKBENCH = .build-workbench/workbench

.PHONY: help demo test conformance fuzz serve check layers examples docs review exercise exercise-check format clean api setup scripts programs bench feature strip-sample rename
.DEFAULT_GOAL := help

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: setup programs ## Build the sample app and take a tour of it (the first build takes some minutes)
	@"$(BIN)/strata" demo

programs: # What `make demo` runs
	@$(QUIETLY) .build/backend.log $(BUILD) --product strata-backend
	@$(QUIETLY) .build/demo.log $(BUILD) --product strata

# With hundreds of tests at once, those with sockets exceed their time limits on a small machine.
TEST_WIDTH = $(shell $(SWIFT) test --help-hidden 2>/dev/null | grep -o -m 1 -e '--experimental-maximum-parallelization-width' | sed 's/$$/ 8/')

test: setup ## Build everything and run all tests (full output in .build/test.log)
	@$(QUIETLY) .build/test.log $(TEST) $(TEST_WIDTH)

conformance: setup ## Run the networking layer against httpbin and a GraphQL server (from PyPI, installed the first time)
	@Tests/Conformance/run.sh $(QUIETLY) .build/conformance.log $(TEST) --filter ConformanceTests $(TEST_WIDTH)

fuzz: setup ## Run NIOTransport against damaged responses: [CASES=50000]
	@STRATA_FUZZ_CASES=$(or $(CASES),50000) $(QUIETLY) .build/fuzz.log $(TEST) --filter TransportFuzzTests

serve: setup programs ## Run the sample backend until Ctrl-C: [PORT=8080]
	@"$(BIN)/strata" serve $(if $(PORT),--port $(PORT))

check: setup scripts programs $(WORKBENCH) ## Check the format, the layers, the documentation and its examples
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	@$(WORKBENCH) check "$(BIN)"
	@SWIFT="$(SWIFT)" .ci/api "$(BIN)"
	@$(WORKBENCH) examples "$(BIN)"

api: setup programs $(WORKBENCH) ## List the engine's public declarations in Docs/engine-api.txt, so that none goes unnoticed
	@SWIFT="$(SWIFT)" .ci/api "$(BIN)" --update

layers: scripts $(WORKBENCH) ## Check layers and documentation in seconds, without building the modules
	@$(WORKBENCH) check

examples: setup programs $(WORKBENCH) ## Run the commands in the documentation and compare their output: [PAGES=Docs/reference/cli.md] [UPDATE=1]
	@$(WORKBENCH) examples "$(BIN)" $(if $(UPDATE),--update) $(PAGES)

docs: setup ## Build a documentation site of all modules in .build-docs
	$(BUILD)
	@.ci/docs "$(BIN)" .build-docs

review: setup programs $(WORKBENCH) ## Write a page about the architecture in .build-review: [COVERAGE=1] [COSTS=1] [BASELINE=1]
	$(BUILD)
	@.ci/review "$(BIN)" .build-review $(if $(BASELINE),--baseline)

exercise: ## Put the fault of an exercise (Docs/teaching) into this checkout: N=3, or restore the files: END=3
	@.ci/exercise $(if $(END),end $(END),start $(N))

exercise-check: setup ## Check whether the fault of an exercise was fixed: N=3
	@.ci/exercise check $(N)

# The settings of Package.swift.
$(WORKBENCH): $(wildcard Apps/Workbench/*.swift)
	@echo "Building the workbench: a few seconds, once." >&2
	@mkdir -p $(@D)
	@$(SWIFT)c -swift-version 6 -enable-upcoming-feature NonisolatedNonsendingByDefault -o $@ $^

bench: BENCH = --package-path Tests/Benchmarks --scratch-path .build-bench
bench: export STRATA_APP_PRODUCTS = 1
bench: setup ## Measure the cost of the layers in release (the first build takes a quarter of an hour)
	for product in strata foundation-hello response-server benchmarks; do \
		$(SWIFT) build -c release $(BENCH) --product $$product || exit 1; done
	@.build-bench/release/benchmarks --output .build-bench/results

format: ## Format all Swift code
	$(SWIFT) format format --in-place --recursive $(SOURCES)

feature: ## Add a feature in every layer: NAME=Invoice [PLURAL=Invoices], or remove it: UNDO=Invoice [DRY_RUN=1] [FORCE=1]
	@NAME="$(NAME)" PLURAL="$(PLURAL)" UNDO="$(UNDO)" DRY_RUN="$(DRY_RUN)" FORCE="$(FORCE)" .ci/feature

strip-sample: ## Remove what an app does not need: [KEEP="simulation conformance"] [DROP="backend engine-tests lab engine"] [ENGINE=URL] [DRY_RUN=1] [FORCE=1]
	@KEEP="$(KEEP)" DROP="$(DROP)" ENGINE="$(ENGINE)" DRY_RUN="$(DRY_RUN)" FORCE="$(FORCE)" .ci/strip

rename: ## Give the workspace another name: NAME=Acme [DRY_RUN=1] [FORCE=1]
	@NAME="$(NAME)" DRY_RUN="$(DRY_RUN)" FORCE="$(FORCE)" .ci/rename

clean: ## Remove all builds and the data of `make serve`
	rm -rf .build .build-workbench .build-bench .build-docs .build-review .build-outside .strata-backend

scripts: # Parse the scripts, so that one that can't start is found before it is needed
	@for script in .ci/*; do bash -n "$$script" || exit 1; done

setup: # Check for the required libraries, and install them or print the command
	@sh .ci/setup
