package seal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/gowebpki/jcs"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/modyard/modyard/eventlog"
)

// leafFormat is the first line of a leaf.
const leafFormat = "modyard-leaf/v1"

// Leaf is the content of a leaf without the data and the metadata: what a proof shows.
type Leaf struct {
	Event    string `json:"event"` // id
	Stream   string `json:"stream"`
	Revision int64  `json:"revision"`
	Type     string `json:"type"`
	Data     string `json:"data"`     // SHA-256, lower-case hex
	Metadata string `json:"metadata"` // SHA-256, lower-case hex
}

// LeafOf is the leaf of an event.
func LeafOf(e eventlog.Recorded) Leaf {
	data, meta := sha256.Sum256(e.Data), sha256.Sum256(canonical(e.RawMeta))
	return Leaf{
		Event: e.ID.String(), Stream: e.Stream, Revision: int64(e.Revision), Type: e.Type,
		Data: hex.EncodeToString(data[:]), Metadata: hex.EncodeToString(meta[:]),
	}
}

// Text is the text that is hashed.
func (l Leaf) Text() string {
	return strings.Join([]string{leafFormat, l.Event, l.Stream, strconv.FormatInt(l.Revision, 10), l.Type, l.Data, l.Metadata, ""}, "\n")
}

// Hash is the hash of the leaf in the tree.
func (l Leaf) Hash() tlog.Hash { return tlog.RecordHash([]byte(l.Text())) }

// recordedMember is left out of the hash: it is set when an event is copied to another log.
const recordedMember = "recorded"

// canonical is the canonical form of metadata, or the metadata itself if it has none.
func canonical(raw string) []byte {
	own := strings.Contains(raw, `"`+recordedMember) || strings.Contains(raw, `"$`) || strings.Contains(raw, `\u`)
	stored := []byte(raw)
	if own {
		var members map[string]json.RawMessage
		if json.Unmarshal(stored, &members) != nil || members == nil {
			return stored
		}
		// The library rejects a name that occurs twice, which a map would hide.
		if _, err := jcs.Transform(stored); err != nil {
			return stored
		}
		for name := range members {
			if name == recordedMember || strings.HasPrefix(name, "$") {
				delete(members, name)
			}
		}
		var err error
		if stored, err = json.Marshal(members); err != nil {
			return []byte(raw)
		}
	}
	text, err := jcs.Transform(stored)
	if err != nil || len(text) == 0 || text[0] != '{' {
		return []byte(raw)
	}
	return text
}
