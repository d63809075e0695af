package kurrenttest

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// streamMetadata is the parsed metadata of a stream. A nil number is not set.
type streamMetadata struct {
	maxCount       *int64
	maxAge         *time.Duration
	truncateBefore *int64
	acl            map[string][]string // by "$r", "$w", "$d", "$mr", "$mw"
}

func (m streamMetadata) softDeleted() bool {
	return m.truncateBefore != nil && *m.truncateBefore == deletedRevision
}

// maxAgeSeconds limits $maxAge to the range of time.Duration.
const maxAgeSeconds = int64(1<<63-1) / int64(time.Second)

// parseMetadata parses the JSON of a $metadata event. Like a node, it treats invalid metadata as missing.
func parseMetadata(data []byte) streamMetadata {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return streamMetadata{}
	}
	var m streamMetadata
	var ok bool
	if m.maxCount, ok = number(fields, "$maxCount", 1); !ok {
		return streamMetadata{}
	}
	if m.truncateBefore, ok = number(fields, "$tb", 0); !ok {
		return streamMetadata{}
	}
	seconds, ok := number(fields, "$maxAge", 1)
	if !ok {
		return streamMetadata{}
	}
	if seconds != nil {
		age := time.Duration(min(*seconds, maxAgeSeconds)) * time.Second
		m.maxAge = &age
	}
	if m.acl, ok = parseACL(fields["$acl"]); !ok {
		return streamMetadata{}
	}
	return m
}

// number parses an integer. A value below least counts as not set; a value that is not an integer makes the metadata
// invalid.
func number(fields map[string]json.RawMessage, key string, least int64) (n *int64, ok bool) {
	raw, there := fields[key]
	if !there || string(raw) == "null" {
		return nil, true
	}
	var v int64
	if json.Unmarshal(raw, &v) != nil {
		return nil, false
	}
	if v < least {
		return nil, true
	}
	return &v, true
}

// parseACL parses roles by action; a single role may be without brackets.
func parseACL(raw json.RawMessage) (map[string][]string, bool) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, true
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return nil, false
	}
	acl := make(map[string][]string, len(fields))
	for action, value := range fields {
		var one string
		var many []string
		switch {
		case json.Unmarshal(value, &one) == nil:
			acl[action] = []string{one}
		case json.Unmarshal(value, &many) == nil:
			acl[action] = many
		default:
			return nil, false
		}
	}
	return acl, true
}

// undeleted returns metadata that restores a soft-deleted stream: the same with $tb at the first new event.
func undeleted(raw []byte, from int64) []byte {
	fields := map[string]json.RawMessage{}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if decoder.Decode(&fields) != nil || fields == nil {
		fields = map[string]json.RawMessage{}
	}
	tb, err := json.Marshal(from)
	if err != nil {
		return raw
	}
	fields["$tb"] = tb
	out, err := json.Marshal(fields)
	if err != nil {
		return raw
	}
	return out
}

// metaOf is the name of a stream's metadata stream.
func metaOf(stream string) string { return metaPrefix + stream }

// ownerOf is the name of the stream to which a metadata stream belongs.
func ownerOf(stream string) (string, bool) { return strings.CutPrefix(stream, metaPrefix) }
