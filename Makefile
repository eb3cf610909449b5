.DEFAULT_GOAL := help
SHELL := /bin/bash

help: ## list the commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/\1	\2/' | expand -t 12

run: ## serve the demonstration on localhost:8080
	go run ./cmd/green500 demo

build: ## build ./green500, a static program
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o green500 ./cmd/green500

test: ## run the tests
	go test ./...

check: ## run everything that CI runs
	.ci/run

generate: ## generate Go from the templates
	go tool templ fmt templates
	go tool templ generate

release: ## build ./release: archives, packages, bills of materials, checksums
	.ci/release $(VERSION)

outdated: ## list direct dependencies of which a newer version is served; before a release
	go list -e -m -u -f '{{if .Update}}{{.Path}} {{.Version}} -> {{.Update.Version}}{{end}}{{with .Error}}{{.Err}}{{end}}' \
		$$(go list -m -f '{{if not (or .Indirect .Main)}}{{.Path}}{{end}}' all)

bench: ## run the benchmarks
	GREEN500_BENCH_READINGS=20000000 go test -timeout=2h -run='^$$' -bench=. -benchmem ./...

shots: ## save screenshots of the pages in ./screenshots
	GREEN500_TEST_REQUIRE=browser GREEN500_TEST_PICTURES=1 go test -count=1 -run=TestEveryPageIsWorthShowing ./cmd/green500

forgeries: ## forge measurements, grade them, and write docs/trust.md; about ten minutes
	GREEN500_TEST_FORGERIES=1 go test -timeout=60m -count=1 -run=TestForgeries ./validation/forgery

.PHONY: help run build test check generate release outdated bench shots forgeries
