package kurrent

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/modyard/modyard/eventlog"
)

// foldedMember contains, as one string, the members of metadata that are unknown to the program that wrote them.
const foldedMember = "_unknown"

// fold encodes metadata for an append to several streams: an object of strings. Known members are strings already;
// unknown ones may have any type, so they are encoded as one string.
func fold(m eventlog.Metadata) ([]byte, error) {
	m = m.Stored()
	if m.Unknown != "" {
		folded, err := json.Marshal(map[string]string{foldedMember: m.Unknown})
		if err != nil {
			return nil, err
		}
		m.Unknown = string(folded)
	}
	return json.Marshal(m)
}

// unfold decodes the form of fold, with the keys that the server adds. Anything else is not metadata of this log.
func unfold(data []byte) eventlog.Metadata {
	var m eventlog.Metadata
	if err := json.Unmarshal(data, &m); err != nil {
		return eventlog.Metadata{}
	}
	if m.Unknown == "" {
		return m
	}
	var members map[string]json.RawMessage
	var folded string
	var inner map[string]json.RawMessage
	if json.Unmarshal([]byte(m.Unknown), &members) != nil || json.Unmarshal(members[foldedMember], &folded) != nil ||
		json.Unmarshal([]byte(folded), &inner) != nil || inner == nil {
		return m
	}
	delete(members, foldedMember)
	if len(members) == 0 {
		m.Unknown = folded // byte for byte
		return m
	}
	maps.Copy(members, inner)
	merged, err := json.Marshal(members)
	if err != nil {
		return m
	}
	m.Unknown = string(merged)
	return m
}

// unfoldRaw is the stored form of metadata with the folded members in their own places, as other engines store them. A
// value may be encoded differently than it was.
func unfoldRaw(data []byte) string {
	if !bytes.Contains(data, []byte(foldedMember)) {
		return string(data)
	}
	var members, inner map[string]json.RawMessage
	var folded string
	if json.Unmarshal(data, &members) != nil || json.Unmarshal(members[foldedMember], &folded) != nil ||
		json.Unmarshal([]byte(folded), &inner) != nil || inner == nil {
		return string(data)
	}
	delete(members, foldedMember)
	maps.Copy(members, inner)
	merged, err := json.Marshal(members)
	if err != nil {
		return string(data)
	}
	return string(merged)
}
