package kurrenttest

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// streamMetadata is what a stream's metadata says to the node. A nil number says nothing.
type streamMetadata struct {
	maxCount       *int64
	maxAge         *time.Duration
	truncateBefore *int64
	acl            map[string][]string // by "$r", "$w", "$d", "$mr", "$mw"
}

func (m streamMetadata) softDeleted() bool {
	return m.truncateBefore != nil && *m.truncateBefore == deletedRevision
}

// maxAgeSeconds keeps a $maxAge within what a time.Duration holds.
const maxAgeSeconds = int64(1<<63-1) / int64(time.Second)

// parseMetadata reads the JSON of a $metadata event. What a node cannot read it takes for no metadata at all.
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

// number reads an integer. One below least says nothing; something else than an integer spoils the metadata.
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

// parseACL reads roles by action; a single role may stand without brackets.
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

// undeleted gives metadata that lets a soft-deleted stream go on: the same with $tb at the first new event.
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

// metaOf names the stream that holds a stream's metadata.
func metaOf(stream string) string { return metaPrefix + stream }

// ownerOf names the stream whose metadata this one holds.
func ownerOf(stream string) (string, bool) { return strings.CutPrefix(stream, metaPrefix) }
