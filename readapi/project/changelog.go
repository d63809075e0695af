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
	var v contract.Version
	if err := json.Unmarshal(doc, &v); err != nil {
		return nil, fmt.Errorf("decode version: %w", err)
	}
	v.Changelog = ""
	return document.Encode(v)
}
