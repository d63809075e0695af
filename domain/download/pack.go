package download

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// MaxHits is how many hits one event has at most.
const MaxHits = 4096

// The forms of packed hits. Pack writes the last two; all are read.
const (
	numberedForm = 1
	timedForm    = 2 // with seconds, which stand last
	columnForm   = 3
	deflatedForm = 4 // what follows is the rest of columnForm, deflated
)

const (
	maxText = 255 // bytes of any text of a hit
	// deflateFrom is the size below which little is won, and a deflater costs more memory than the hits.
	deflateFrom = 512
)

// ErrPacked says that packed hits are not in the form of Pack.
var ErrPacked = errors.New("packed hits cannot be read")

// Packed are hits in a compact binary form; in JSON its base64. What repeats stands once, in tables. The rest is stored by columns, each of
// small numbers: the milliseconds since the hit before, the rows of the tables, the seconds. Then all is deflated where that is shorter.
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
	flagUnpaid
)

// columns are the columns of hits, and the tables that they refer to.
type columns struct {
	times, seconds []byte
	objects        *table[object]
	circumstances  *table[circumstances]
	visitors       *table[Visitor]
	keys           *table[uint32]
}

// Pack packs hits, at most MaxHits. A text of more than 255 bytes is an error.
func Pack(hits []Hit) (Packed, error) {
	if len(hits) > MaxHits {
		return nil, fmt.Errorf("pack %d hits: at most %d", len(hits), MaxHits)
	}
	c := columns{
		objects: newTable[object](popularRows), circumstances: newTable[circumstances](popularRows),
		visitors: newTable[Visitor](recentRows), keys: newTable[uint32](sparseRows),
	}
	var last int64
	for _, h := range hits {
		last = c.add(h, last)
	}
	out, err := c.bytes(binary.AppendUvarint([]byte{columnForm}, uint64(len(hits))))
	if err != nil {
		return nil, err
	}
	if len(out) >= deflateFrom {
		if short := deflated(out[1:]); len(short) < len(out) {
			return short, nil
		}
	}
	return out, nil
}

// add adds a hit behind one at last, in milliseconds, and returns its time.
func (c *columns) add(h Hit, last int64) int64 {
	at := h.At.UnixMilli()
	c.times = binary.AppendVarint(c.times, at-last)
	c.seconds = binary.AppendUvarint(c.seconds, uint64(h.Seconds))
	c.objects.add(object{h.Project, h.Version})
	what := circumstances{0, byte(h.Client), byte(h.Reason), h.Family, h.Loader, h.Game, h.Country, h.Referrer}
	if h.Call {
		what.flags |= flagCall
	}
	if h.SignedIn {
		what.flags |= flagSignedIn
	}
	if h.Unpaid {
		what.flags |= flagUnpaid
	}
	c.circumstances.add(what)
	c.visitors.add(h.Visitor)
	c.keys.add(h.Key)
	return at
}

// bytes appends the tables and the columns.
func (c *columns) bytes(out []byte) (_ []byte, err error) {
	text := func(s string) {
		if len(s) > maxText {
			err = fmt.Errorf("pack hits: a text of %d bytes", len(s))
			s = ""
		}
		out = append(append(out, byte(len(s))), s...)
	}
	out = binary.AppendUvarint(out, uint64(len(c.objects.rows)))
	for _, o := range c.objects.rows {
		text(o.project)
		text(o.version)
	}
	out = binary.AppendUvarint(out, uint64(len(c.circumstances.rows)))
	for _, r := range c.circumstances.rows {
		out = append(out, r.flags, r.client, r.reason)
		for _, s := range []string{r.family, r.loader, r.game, r.country, r.referrer} {
			text(s)
		}
	}
	out = binary.AppendUvarint(out, uint64(len(c.visitors.rows)))
	for _, v := range c.visitors.rows {
		out = append(out, v[:]...)
	}
	out = binary.AppendUvarint(out, uint64(len(c.keys.rows)))
	for _, k := range c.keys.rows {
		out = binary.LittleEndian.AppendUint32(out, k)
	}
	return slices.Concat(out, c.times, c.objects.column, c.circumstances.column, c.visitors.column, c.keys.column, c.seconds), err
}

func deflated(data []byte) []byte {
	out := bytes.NewBuffer([]byte{deflatedForm})
	w, err := flate.NewWriter(out, flate.BestCompression)
	if err != nil {
		return append([]byte{columnForm}, data...) // the level is a valid one
	}
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

// table numbers rows in the order in which they come first, from 0. Its column has 0 for a row that comes first, which is the
// next one. Another one is its number plus 1, or in a recent table how many rows ago it came first: what is popular comes
// early, and what is repeated soon comes late. In a sparse table the zero row is a 0 of the column, and all else one more.
type table[R comparable] struct {
	form    tableForm
	rows    []R
	numbers map[R]int
	column  []byte
}

type tableForm uint8

const (
	popularRows tableForm = iota
	recentRows
	sparseRows // recent too
)

func newTable[R comparable](form tableForm) *table[R] {
	return &table[R]{form: form, numbers: map[R]int{}}
}

func (t *table[R]) add(row R) {
	var zero R
	if t.form == sparseRows && row == zero {
		t.column = append(t.column, 0)
		return
	}
	n, known := t.numbers[row]
	code := 0
	switch {
	case !known:
		t.rows, t.numbers[row] = append(t.rows, row), len(t.rows)
	case t.form != popularRows:
		code = len(t.rows) - n
	default:
		code = n + 1
	}
	if t.form == sparseRows {
		code++
	}
	t.column = binary.AppendUvarint(t.column, uint64(code))
}
