package project

import (
	"encoding/json"
	"fmt"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
)

// withoutChangelog is a version's document with an empty changelog.
func withoutChangelog(doc []byte, sh shape) ([]byte, error) {
	if sh.v3 {
		var v contract.VersionV3
		if err := json.Unmarshal(doc, &v); err != nil {
			return nil, fmt.Errorf("decode version: %w", err)
		}
		v.Changelog = ""
		return document.Encode(v)
	}
	v, err := decodeVersion(doc)
	v.Changelog = ""
	if err != nil {
		return nil, err
	}
	return document.Encode(v)
}
