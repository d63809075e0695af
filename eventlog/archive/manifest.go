package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
)

const (
	format       = 1
	manifestName = "manifest.json"
	progressName = "progress.json"
)

// Manifest describes an archived range.
type Manifest struct {
	Format     int               `json:"format"`
	Log        string            `json:"log"`
	Generation string            `json:"generation"`
	From       eventlog.Position `json:"from"`
	To         eventlog.Position `json:"to"`
	Count      uint64            `json:"count"`
	First      time.Time         `json:"first_recorded"`
	Last       time.Time         `json:"last_recorded"`
	Files      []File            `json:"files"` // in log order
}

// File is a file of an archived range.
type File struct {
	Name   string            `json:"name"`
	From   eventlog.Position `json:"from"`
	To     eventlog.Position `json:"to"`
	Count  uint64            `json:"count"`
	Bytes  int64             `json:"bytes"` // compressed
	SHA256 string            `json:"sha256"`
}

// folder is the place of a range.
func folder(generation string, from, to eventlog.Position) string {
	return fmt.Sprintf("%s/%012d-%012d", generation, from, to)
}

func (m Manifest) folder() string { return folder(m.Generation, m.From, m.To) }

// add adds a file that follows the last one.
func (m *Manifest) add(f File, first, last time.Time) {
	if len(m.Files) == 0 {
		m.First = first
	}
	m.Last = last
	m.Files = append(m.Files, f)
	m.Count += f.Count
}

// check returns an error if the manifest does not describe the whole range, each position once.
func (m Manifest) check(generation string, r Range) error {
	if m.Format != format || m.Generation != generation || m.From != r.From || m.To != r.To {
		return fmt.Errorf("%w: the manifest of %d to %d describes %d to %d of %s in format %d", ErrDamaged, r.From, r.To, m.From, m.To, m.Generation, m.Format)
	}
	next, err := m.next()
	if err != nil {
		return err
	}
	if next != m.To+1 || m.Count != uint64(m.To-m.From+1) {
		return fmt.Errorf("%w: the manifest of %d to %d ends at %d", ErrDamaged, m.From, m.To, next-1)
	}
	return nil
}

// next is the position after the last file. Each position before it must be in one file.
func (m Manifest) next() (eventlog.Position, error) {
	next := m.From
	for _, f := range m.Files {
		if f.From != next || f.To < f.From || f.Count != uint64(f.To-f.From+1) {
			return next, fmt.Errorf("%w: %s has the positions %d to %d instead of those from %d on", ErrDamaged, f.Name, f.From, f.To, next)
		}
		next = f.To + 1
	}
	return next, nil
}

func (m Manifest) encode() ([]byte, error) {
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return nil, fmt.Errorf("encode a manifest: %w", err)
	}
	return append(data, '\n'), nil
}

func decodeManifest(data []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("%w: it is no manifest: %w", ErrDamaged, err)
	}
	return m, nil
}

// digest is the SHA-256 of data in hexadecimal digits.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// readManifest reads the manifest of a recorded range.
func readManifest(ctx context.Context, files Files, generation string, r Range) (Manifest, error) {
	name := folder(generation, r.From, r.To) + "/" + manifestName
	data, err := files.Read(ctx, name)
	if err != nil {
		return Manifest{}, fmt.Errorf("read %s: %w", name, err)
	}
	switch {
	case data == nil:
		return Manifest{}, fmt.Errorf("%w: %s is missing", ErrDamaged, name)
	case digest(data) != r.Manifest:
		return Manifest{}, fmt.Errorf("%w: %s was changed after it was recorded", ErrDamaged, name)
	}
	m, err := decodeManifest(data)
	if err != nil {
		return m, err
	}
	return m, m.check(generation, r)
}

// readFile reads the lines of a file and compares its hash.
func readFile(ctx context.Context, files Files, m Manifest, f File) ([]byte, error) {
	name := m.folder() + "/" + f.Name
	data, err := files.Read(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	switch {
	case data == nil:
		return nil, fmt.Errorf("%w: %s is missing", ErrDamaged, name)
	case digest(data) != f.SHA256:
		return nil, fmt.Errorf("%w: %s was changed", ErrDamaged, name)
	}
	return unpack(name, data)
}
