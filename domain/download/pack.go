package download

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// MaxHits is how many hits one event has at most.
const MaxHits = 4096

const (
	packFormat  = 1
	timedFormat = 2   // with seconds, which stand last
	maxText     = 255 // bytes of any text of a hit
)

// ErrPacked says that packed hits are not in the form of Pack.
var ErrPacked = errors.New("packed hits cannot be read")

// Packed are hits in a compact binary form; in JSON its base64. What repeats stands once, in tables; the rest is stored by
// columns: the milliseconds since the hit before, the numbers of the table rows, the visitors and the keys.
type Packed []byte

// object is what was downloaded, circumstances are what else is known. Both repeat.
type (
	object        struct{ project, version string }
	circumstances struct {
		flags, client, reason                   byte
		family, loader, game, country, referrer string
	}
)

const (
	flagCall = 1 << iota
	flagSignedIn
)

// Pack packs hits, at most MaxHits. A text of more than 255 bytes is an error.
func Pack(hits []Hit) (Packed, error) {
	if len(hits) > MaxHits {
		return nil, fmt.Errorf("pack %d hits: at most %d", len(hits), MaxHits)
	}
	objects, circumstanced := newTable[object](), newTable[circumstances]()
	var head, tables, times, objectNumbers, circumstanceNumbers, visitors, keyed, keys, seconds []byte
	last := int64(0)
	for i, h := range hits {
		at := h.At.UnixMilli()
		if i == 0 {
			last = at
		}
		times, last = binary.AppendVarint(times, at-last), at
		objectNumbers = binary.AppendUvarint(objectNumbers, objects.number(object{h.Project, h.Version}))
		c := circumstances{0, byte(h.Client), byte(h.Reason), h.Family, h.Loader, h.Game, h.Country, h.Referrer}
		if h.Call {
			c.flags |= flagCall
		}
		if h.SignedIn {
			c.flags |= flagSignedIn
		}
		circumstanceNumbers = binary.AppendUvarint(circumstanceNumbers, circumstanced.number(c))
		visitors = append(visitors, h.Visitor[:]...)
		if i%8 == 0 {
			keyed = append(keyed, 0)
		}
		if h.Key != 0 {
			keyed[i/8] |= 1 << (i % 8)
			keys = binary.LittleEndian.AppendUint32(keys, h.Key)
		}
	}
	format := byte(packFormat)
	if slices.ContainsFunc(hits, func(h Hit) bool { return h.Seconds != 0 }) {
		format = timedFormat
		for _, h := range hits {
			seconds = binary.AppendUvarint(seconds, uint64(h.Seconds))
		}
	}
	head = binary.AppendUvarint([]byte{format}, uint64(len(hits)))
	if len(hits) == 0 {
		return head, nil
	}
	head = binary.AppendVarint(head, hits[0].At.UnixMilli())
	var err error
	text := func(s string) {
		if len(s) > maxText {
			err = fmt.Errorf("pack hits: a text of %d bytes", len(s))
			s = ""
		}
		tables = append(append(tables, byte(len(s))), s...)
	}
	tables = binary.AppendUvarint(tables, uint64(len(objects.rows)))
	for _, o := range objects.rows {
		text(o.project)
		text(o.version)
	}
	tables = binary.AppendUvarint(tables, uint64(len(circumstanced.rows)))
	for _, c := range circumstanced.rows {
		tables = append(tables, c.flags, c.client, c.reason)
		for _, s := range []string{c.family, c.loader, c.game, c.country, c.referrer} {
			text(s)
		}
	}
	out := head
	for _, part := range [][]byte{tables, times, objectNumbers, circumstanceNumbers, keyed, keys, visitors, seconds} {
		out = append(out, part...)
	}
	return out, err
}

// Hits unpacks the hits, or returns ErrPacked.
func (p Packed) Hits() ([]Hit, error) {
	r := &reader{data: p}
	format := r.byte()
	if format != packFormat && format != timedFormat {
		return nil, ErrPacked
	}
	n := r.count(MaxHits)
	if n == 0 {
		return nil, r.end()
	}
	at := r.varint()
	objects := make([]object, r.count(n))
	for i := range objects {
		objects[i] = object{r.text(), r.text()}
	}
	circumstanced := make([]circumstances, r.count(n))
	for i := range circumstanced {
		circumstanced[i] = circumstances{r.byte(), r.byte(), r.byte(), r.text(), r.text(), r.text(), r.text(), r.text()}
	}
	if r.failed || len(objects) == 0 || len(circumstanced) == 0 {
		return nil, ErrPacked
	}
	hits := make([]Hit, n)
	for i := range hits {
		at += r.varint()
		hits[i].At = time.UnixMilli(at).UTC()
	}
	for i := range hits {
		o := objects[r.number(len(objects))]
		hits[i].Project, hits[i].Version = o.project, o.version
	}
	for i := range hits {
		c, h := circumstanced[r.number(len(circumstanced))], &hits[i]
		h.Call, h.SignedIn = c.flags&flagCall != 0, c.flags&flagSignedIn != 0
		h.Client, h.Reason = Client(c.client), Reason(c.reason)
		h.Family, h.Loader, h.Game, h.Country, h.Referrer = c.family, c.loader, c.game, c.country, c.referrer
	}
	keyed := r.take((n + 7) / 8)
	for i := range hits {
		if !r.failed && keyed[i/8]&(1<<(i%8)) != 0 {
			if key := r.take(4); key != nil {
				hits[i].Key = binary.LittleEndian.Uint32(key)
			}
		}
	}
	for i := range hits {
		copy(hits[i].Visitor[:], r.take(len(Visitor{})))
	}
	if format == timedFormat {
		for i := range hits {
			hits[i].Seconds = uint16(r.count(math.MaxUint16))
		}
	}
	return hits, r.end()
}

// table numbers rows in the order in which they come first.
type table[R comparable] struct {
	rows    []R
	numbers map[R]uint64
}

func newTable[R comparable]() *table[R] { return &table[R]{numbers: map[R]uint64{}} }

func (t *table[R]) number(row R) uint64 {
	n, known := t.numbers[row]
	if !known {
		n = uint64(len(t.rows))
		t.rows, t.numbers[row] = append(t.rows, row), n
	}
	return n
}

// reader reads packed hits. After a failure it gives zeros.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) take(n int) []byte {
	if r.failed || n > len(r.data) {
		r.failed = true
		return nil
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) text() string { return string(r.take(int(r.byte()))) }

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.data)
	return skipped(r, v, n)
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.data)
	return skipped(r, v, n)
}

// skipped goes on behind a number of n bytes.
func skipped[N int64 | uint64](r *reader, v N, n int) N {
	if n <= 0 {
		r.failed = true
		return 0
	}
	r.take(n)
	return v
}

// count is a number of at most most.
func (r *reader) count(most int) int {
	if v := r.uvarint(); !r.failed && v <= uint64(most) {
		return int(v)
	}
	r.failed = true
	return 0
}

// number is the number of one of n rows.
func (r *reader) number(n int) int {
	if v := r.uvarint(); !r.failed && v < uint64(n) {
		return int(v)
	}
	r.failed = true
	return 0
}

func (r *reader) end() error {
	if r.failed || len(r.data) > 0 {
		return ErrPacked
	}
	return nil
}
