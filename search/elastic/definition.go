package elastic

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/modyard/modyard/search"
)

type object = map[string]any

// maxWindow is the last offset of a page; the fall-back answers pages beyond it.
const maxWindow = 1_000_000

// settings of a serving index. The feeder requests refreshes, so that it knows which changes can be found; deletions
// are kept for an hour, so that a late write cannot restore a document.
func settings() object {
	return object{
		"number_of_shards": 1, "auto_expand_replicas": "0-1", "refresh_interval": "-1", "max_result_window": maxWindow, "gc_deletes": "1h",
	}
}

// mappings declare each field and reject others. Terms are analysed before indexing: no field is text. Only served or
// verified fields are in _source.
func mappings() object {
	keyword := object{"type": "keyword", "doc_values": false}
	counted := object{"type": "keyword", "index": false} // only aggregations read it
	options := object{}
	for _, o := range search.Options() {
		options[optionField(o)] = counted
	}
	number := object{"type": "long"}
	return object{
		"dynamic": "strict",
		"_source": object{"includes": []string{"hit", "position", "digest"}},
		"properties": object{
			"id":       object{"type": "keyword"},
			"key":      object{"type": "long", "index": false}, // only sorts read it
			"position": number, "downloads": number, "follows": number, "created": number, "updated": number,
			"pop":  object{"type": "short"},
			"slug": keyword, "name": keyword, "terms": keyword, "fuzzy": keyword, "facets": keyword,
			"options": object{"dynamic": "strict", "properties": options},
			"hit":     object{"type": "keyword", "index": false, "doc_values": false},
			"digest":  object{"type": "keyword", "index": false, "doc_values": false},
		},
	}
}

// optionField is the name of the field with the tokens of one kind of options.
func optionField(o search.Option) string { return strings.TrimSuffix(o.Prefix, ":") }

// definition is a digest of the settings and mappings.
func definition() string {
	raw, err := json.Marshal([]any{settings(), mappings()})
	if err != nil {
		panic(err) // they are constants
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:6])
}
