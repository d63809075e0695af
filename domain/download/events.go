// Package download says what a download is: the hit as it is recorded, the rule by which hits count, and their totals.
// Views of pages and playtime are recorded and judged in the same way. Hits are in the log of hits, in streams
// download-<day>, view-<day> and playtime-<day>; totals of downloads are in the main log, in the stream download-totals.
package download

import "time"

// Recorded are the downloads that one process recorded at about the same time, in the order of their arrival.
//
// History: The site records downloads.
type Recorded struct {
	Hits Packed `json:"hits"`
}

// Viewed are the views of pages of projects that one process recorded at about the same time.
//
// History: The site records views.
type Viewed struct {
	Hits Packed `json:"hits"`
}

// Played are the times of play that one process recorded at about the same time.
//
// History: The site records playtime.
type Played struct {
	Hits Packed `json:"hits"`
}

// Event is the event that records hits of a kind.
func (k Kind) Event(hits Packed) any {
	switch k {
	case View:
		return Viewed{hits}
	case Playtime:
		return Played{hits}
	}
	return Recorded{hits}
}

// Category is the category of the streams of a kind.
func (k Kind) Category() string {
	switch k {
	case View:
		return "view"
	case Playtime:
		return "playtime"
	}
	return "download"
}

// Stream is the stream of the hits of a kind on a day (UTC), such as download-20260131.
func (k Kind) Stream(day time.Time) string { return k.Category() + "-" + day.UTC().Format("20060102") }

// HitsOf are the hits of an event of the log of hits; ok is false for another event.
func HitsOf(event any) (k Kind, hits Packed, ok bool) {
	switch e := event.(type) {
	case Recorded:
		return Download, e.Hits, true
	case Viewed:
		return View, e.Hits, true
	case Played:
		return Playtime, e.Hits, true
	}
	return 0, nil, false
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
	return map[string]any{"download.recorded.v1": Recorded{}, "view.recorded.v1": Viewed{}, "playtime.recorded.v1": Played{}}
}
