package content

import (
	"maps"

	"github.com/modyard/modyard/contract/node"
)

// record is what is known of a server's content beside its files.
type record struct {
	// Installed are the files that the node has put there, by project.
	Installed map[string]installed `json:"installed,omitempty"`
	// Settled are the generations that were dealt with, by project, and Failed those of them that failed.
	Settled map[string]uint64 `json:"settled,omitempty"`
	Failed  map[string]uint64 `json:"failed,omitempty"`
	// Removed are the generations of removals that were dealt with, by path.
	Removed map[string]uint64 `json:"removed,omitempty"`
}

type installed struct {
	Path   string `json:"path"`
	SHA512 string `json:"sha512"`
}

// clone is a record that can be changed.
func (r record) clone() record {
	c := record{Installed: maps.Clone(r.Installed), Settled: maps.Clone(r.Settled), Failed: maps.Clone(r.Failed), Removed: maps.Clone(r.Removed)}
	if c.Installed == nil {
		c.Installed = map[string]installed{}
	}
	if c.Settled == nil {
		c.Settled = map[string]uint64{}
	}
	if c.Failed == nil {
		c.Failed = map[string]uint64{}
	}
	if c.Removed == nil {
		c.Removed = map[string]uint64{}
	}
	return c
}

// install is the next file to install; false if there is none.
func (r record) install(d node.Desired) (node.Content, bool) {
	for _, c := range d.Content {
		if r.Settled[c.Project] < c.Generation {
			return c, true
		}
	}
	return node.Content{}, false
}

// removal is the next file to remove; false if there is none. An old file waits while the one that replaces it has failed, and a place that
// a file has now is not emptied.
func (r record) removal(d node.Desired) (node.ContentRemoved, bool) {
	failed, taken := map[uint64]bool{}, map[string]bool{}
	for _, c := range d.Content {
		failed[c.Generation] = r.Failed[c.Project] == c.Generation
		taken[c.Path] = true
	}
	for _, c := range d.ContentRemoved {
		if r.Removed[c.Path] < c.Generation && !failed[c.Generation] && !taken[c.Path] {
			return c, true
		}
	}
	return node.ContentRemoved{}, false
}

// due says whether there is something to do.
func (r record) due(d node.Desired) bool {
	if d.Server == "" || d.Deleted || d.Suspended {
		return false
	}
	_, install := r.install(d)
	_, remove := r.removal(d)
	return install || remove
}

// forget drops what the site does not name any more, so that a record stays as small as its document.
func (r record) forget(d node.Desired) record {
	named, removed := map[string]bool{}, map[string]bool{}
	for _, c := range d.Content {
		named[c.Project] = true
	}
	for _, c := range d.ContentRemoved {
		removed[c.Path] = true
	}
	next := r.clone()
	maps.DeleteFunc(next.Installed, func(p string, _ installed) bool { return !named[p] })
	maps.DeleteFunc(next.Settled, func(p string, _ uint64) bool { return !named[p] })
	maps.DeleteFunc(next.Failed, func(p string, _ uint64) bool { return !named[p] })
	maps.DeleteFunc(next.Removed, func(p string, _ uint64) bool { return !removed[p] })
	return next
}
