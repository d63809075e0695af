package app

import (
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/projections/activity"
	"github.com/modyard/modyard/projections/catalog"
	projectedcollection "github.com/modyard/modyard/projections/collection"
	projcuration "github.com/modyard/modyard/projections/curation"
	projfrog "github.com/modyard/modyard/projections/frog"
	projnotification "github.com/modyard/modyard/projections/notification"
	projectedreport "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/search/postgres"
)

// EventTypes lists every event type of the program, an area a map: its frozen name and a zero value of its Go type.
func EventTypes() []map[string]any {
	return []map[string]any{
		project.EventTypes(), organization.EventTypes(), account.EventTypes(), curation.EventTypes(), frog.EventTypes(),
		report.EventTypes(), thread.EventTypes(), collection.EventTypes(), image.EventTypes(), variantTypes(),
	}
}

// Codec knows every event type of the program.
func Codec() (*codec.Codec, error) { return codec.New(EventTypes()...) }

// Projectors are all read models of the program.
func Projectors() []runtime.Projector {
	return variantProjectors([]runtime.Projector{
		catalog.New(catalog.Options{
			Markdown: markdown.Render, Search: postgres.Indexer{},
			SearchDDL: postgres.DDL, SearchViews: postgres.Tables(),
		}),
		activity.New(),
		projcuration.New(),
		projfrog.New(),
		projectedreport.New(markdown.Render),
		projnotification.New(),
		projectedcollection.New(),
	})
}
