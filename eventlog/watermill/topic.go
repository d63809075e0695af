package watermill

import (
	"fmt"
	"slices"
	"strings"

	"github.com/modyard/modyard/eventlog"
)

// Everything is the topic of all events.
const Everything = "*"

// Topic is the topic of a filter: its event types and categories, separated by commas, or Everything.
func Topic(f eventlog.Filter) string {
	if f.All() {
		return Everything
	}
	return strings.Join(slices.Concat(f.Types, f.Categories), ",")
}

// ParseTopic is the filter of a topic. A name with a version (project.submitted.v1) is an event type, another one
// (project) is a category of streams; an event must match both if a topic has both.
func ParseTopic(topic string) (eventlog.Filter, error) {
	var f eventlog.Filter
	if topic == Everything {
		return f, nil
	}
	for name := range strings.SplitSeq(topic, ",") {
		switch {
		case eventlog.ValidType(name):
			f.Types = append(f.Types, name)
		case eventlog.ValidStream(name + "-x"): // its category is the name, unless it contains a hyphen
			f.Categories = append(f.Categories, name)
		default:
			return eventlog.Filter{}, fmt.Errorf("topic %q: %q is no event type and no category", topic, name)
		}
	}
	for _, category := range f.Categories {
		if strings.Contains(category, "-") {
			return eventlog.Filter{}, fmt.Errorf("topic %q: %q is no category", topic, category)
		}
	}
	return f, nil
}
