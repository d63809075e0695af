package store

import (
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/modyard/modyard/contract/node"
)

func bucketContent() []byte { return []byte("content") }

// SaveContent stores what the node knows of a server's content, as JSON, together with the reports that come with it: both or neither.
func (s *Store) SaveContent(server string, known any, reports ...node.Report) error {
	return s.save(bucketContent(), server, known, reports...)
}

// Content reads what was stored of a server's content into a value. found is false if there is nothing.
func (s *Store) Content(server string, into any) (found bool, err error) {
	err = s.db.View(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketContent()).Get([]byte(server))
		if found = b != nil; !found {
			return nil
		}
		return json.Unmarshal(b, into)
	})
	if err != nil {
		return false, fmt.Errorf("read the content of %s: %w", server, err)
	}
	return found, nil
}
