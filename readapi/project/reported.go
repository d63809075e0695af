package project

import (
	"github.com/modyard/modyard/readapi/report"
	"github.com/modyard/modyard/readapi/view"
)

// Reported are the items of projects that may be reported.
func Reported() []report.Subject {
	const slug = `coalesce(nullif(p.slug, ''), p.id)`
	return []report.Subject{
		{
			Type: "project", Named: view.Found,
			Item: `select p.id, p.title, p.doc_page, null::text, p.icon_url, p.status, array[p.url_type, ` + slug + `]
from catalog.projects p where p.id = r.item and ` + view.VisibleProject,
		},
		{
			Type: "version", Named: `$3`,
			Item: `select v.id, p.title, p.doc_page, v.number, p.icon_url, p.status, array[p.url_type, ` + slug + `, 'version', v.id]
from catalog.versions v join catalog.projects p on p.id = v.project where v.id = r.item and ` + view.VisibleProject,
		},
	}
}
