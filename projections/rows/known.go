package rows

import (
	"hash/maphash"
	"math/bits"
	"reflect"
)

// Known records the keys that sets have written to tables that were empty at first: for an unrecorded key there is no
// row. It is a Bloom filter of a fixed size; after a false positive, the tables are queried.
type Known struct {
	seed maphash.Seed
	bits []uint64
}

const (
	bitsAKey    = 16
	hashesAKey  = 4
	minimumBits = 1 << 16
)

// NewKnown makes space for about this many keys.
func NewKnown(keys int) *Known {
	size := uint64(1) << bits.Len64(uint64(max(keys*bitsAKey, minimumBits)-1))
	return &Known{seed: maphash.MakeSeed(), bits: make([]uint64, size/64)}
}

func (k *Known) each(table, key string, visit func(word, bit uint64) bool) {
	var h maphash.Hash
	h.SetSeed(k.seed)
	_, _ = h.WriteString(table)
	_ = h.WriteByte(0)
	_, _ = h.WriteString(key)
	sum := h.Sum64()
	step := sum>>32 | 1
	for range hashesAKey {
		at := sum % uint64(len(k.bits)*64)
		if !visit(at/64, at%64) {
			return
		}
		sum += step<<32 | step
	}
}

func (k *Known) add(table, key string) {
	k.each(table, key, func(word, bit uint64) bool {
		k.bits[word] |= 1 << bit
		return true
	})
}

func (k *Known) has(table, key string) bool {
	found := true
	k.each(table, key, func(word, bit uint64) bool {
		found = k.bits[word]&(1<<bit) != 0
		return found
	})
	return found
}

// stored says whether the table may have a row with the key.
func (s *Set) stored(of *shape, key string) bool {
	return s.known == nil || of.shared || s.known.has(of.name, key)
}

// May lists the keys whose rows the table may have: all of them, where the tables were not empty at first. The
// table's key must be a single text column.
func (t Table[R]) May(s *Set, keys []string) []string {
	if s.known == nil || t.shared {
		return keys
	}
	var out []string
	for _, key := range keys {
		if s.known.has(t.name, key) {
			out = append(out, key)
		}
	}
	return out
}

// copyRows is the source of a COPY.
type copyRows struct {
	columns []column
	rows    []reflect.Value
	at      int
}

func (c *copyRows) Next() bool { c.at++; return c.at <= len(c.rows) }

func (c *copyRows) Values() ([]any, error) {
	out := make([]any, len(c.columns))
	for i, column := range c.columns {
		out[i] = column.value(column.of(c.rows[c.at-1]))
	}
	return out, nil
}

func (c *copyRows) Err() error { return nil }
