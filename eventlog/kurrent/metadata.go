package kurrent

import (
	"encoding/json"
	"maps"

	"github.com/modyard/modyard/eventlog"
)

// foldedMember holds, as one text, the members of metadata that the program which wrote them did not know.
const foldedMember = "_unknown"

// fold gives metadata as the server takes it in an append to several streams: an object of texts. What is known are
// texts already; what is not may be anything, so that it becomes one text.
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

// unfold reads what fold gives, with the keys that the server adds. Anything else is no metadata of ours.
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
