package app

import (
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/search/postgres"
)

// Codec knows every event type of the program.
func Codec() (*codec.Codec, error) {
	return codec.New(project.EventTypes(), organization.EventTypes(), account.EventTypes())
}

// Projectors are all read models of the program.
func Projectors() []runtime.Projector {
	return []runtime.Projector{
		catalog.New(catalog.Options{
			Markdown: markdown.Render, Search: postgres.Indexer{},
			SearchDDL: postgres.DDL, SearchViews: postgres.Tables(),
		}),
	}
}
