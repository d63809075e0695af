// Package download says what a download is: the hit as it is recorded, the rule by which hits count, and their totals.
// Hits are in the log of hits, in streams download-<day>; totals are in the main log, in the stream download-totals.
package download

// Recorded are the downloads that one process recorded at about the same time, in the order of their arrival.
//
// History: The site records downloads.
type Recorded struct {
	Hits Packed `json:"hits"`
}

// Counted are new totals: of every project and version whose total has changed since the last such event. A total counts
// the hits of this site alone; what an import brought along is added to it (project.DownloadsOpened).
//
// History: The site counts downloads up to hit {through} by the rule {rule}.
type Counted struct {
	Rule     string  `json:"rule"`    // name and version, "default/1"
	Through  int64   `json:"through"` // position in the log of hits
	Projects []Total `json:"projects,omitempty"`
	Versions []Total `json:"versions,omitempty"`
}

// Total is the number of downloads of a project or a version.
type Total struct {
	ID        string `json:"id"`
	Downloads int64  `json:"downloads"`
}

// EventTypes are the permanent names of the events in the main log.
func EventTypes() map[string]any {
	return map[string]any{"download.counted.v1": Counted{}}
}

// HitTypes are the permanent names of the events in the log of hits.
func HitTypes() map[string]any {
	return map[string]any{"download.recorded.v1": Recorded{}}
}
