package collection

import (
	projected "github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/readapi/report"
)

// Reported are the collections that may be reported. Hidden ones are seen by their owner and the staff.
func Reported() report.Subject {
	return report.Subject{
		Type: "collection", Named: `$3`, Fresh: projected.Name,
		Item: `select c.id, c.name, null::bytea, c.description, c.icon_url, null::text, array['collection', c.id]
from collection.collections c where c.id = r.item and ($1::boolean or c.status in ('listed', 'unlisted') or $2::text <> '' and c.owner = $2)`,
	}
}
