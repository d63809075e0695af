package configs

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"time"
)

// state is what was reported of a server's files.
type state struct {
	// Key is that of the hashes: without it nobody can try which content a hash is of.
	Key []byte `json:"key"`
	// Files are those that are there, by path.
	Files map[string]file `json:"files"`
	// Replaced is the cause of what changes until the next whole look, where it is not the process: an installation or a restore.
	Replaced string `json:"replaced,omitempty"`
}

// file is one that is there.
type file struct {
	Tag string `json:"tag"`
	// Hash is empty for a file whose content is not followed: it is too large or no text.
	Hash string `json:"hash,omitempty"`
	Size int64  `json:"size"`
	// Changed is when its process changed it last, in seconds since 1970, and Quiet for how many seconds it is left alone after that.
	Changed int64 `json:"changed,omitempty"`
	Quiet   int64 `json:"quiet,omitempty"`
}

// clone is a state that can be changed, with a key.
func (s state) clone() state {
	s.Files = maps.Clone(s.Files)
	if s.Files == nil {
		s.Files = map[string]file{}
	}
	if len(s.Key) == 0 {
		s.Key = make([]byte, 32)
		_, _ = rand.Read(s.Key) // crypto/rand never fails
	}
	return s
}

func (s state) hash(content []byte) string {
	h := hmac.New(sha256.New, s.Key)
	_, _ = h.Write(content) // a hash never fails
	return hex.EncodeToString(h.Sum(nil))
}

// quiet says whether a file is left alone at a time.
func (f file) quiet(now time.Time) bool {
	return f.Quiet > 0 && now.Unix() < f.Changed+f.Quiet && now.Unix() >= f.Changed
}

// calm is how long a file is left alone after its process has changed it: longer each time, unless it rested.
func (f file) calm(now time.Time) int64 {
	least, most := int64(quietLeast/time.Second), int64(quietMost/time.Second)
	if f.Quiet == 0 || now.Unix() > f.Changed+3*f.Quiet {
		return least
	}
	return min(2*f.Quiet, most)
}
