package download

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"math"
	"time"
)

// maxInflated bounds what a deflated form may take: MaxHits with texts of their own take less.
const maxInflated = 8 << 20

// Hits unpacks the hits, or returns ErrPacked.
func (p Packed) Hits() ([]Hit, error) { return new(Unpacker).Hits(p) }

// Unpacker unpacks hits of one event after the other in the same memory. It is not safe for concurrent use.
type Unpacker struct {
	hits     []Hit
	packed   bytes.Reader
	inflater io.Reader
	inflated bytes.Buffer
}

// Hits unpacks hits, or returns ErrPacked. They are valid until the next call.
func (u *Unpacker) Hits(p Packed) (hits []Hit, err error) {
	r := &reader{data: p}
	switch r.byte() {
	case numberedForm:
		return r.numbered(false)
	case timedForm:
		return r.numbered(true)
	case columnForm:
	case deflatedForm:
		if r.data, err = u.inflate(r.data); err != nil {
			return nil, err
		}
	default:
		return nil, ErrPacked
	}
	if hits, err = r.columns(u.hits); err == nil {
		u.hits = hits
	}
	return hits, err
}

func (u *Unpacker) inflate(data []byte) ([]byte, error) {
	u.packed.Reset(data)
	if again, ok := u.inflater.(flate.Resetter); ok {
		if err := again.Reset(&u.packed, nil); err != nil {
			return nil, ErrPacked
		}
	} else {
		u.inflater = flate.NewReader(&u.packed)
	}
	u.inflated.Reset()
	if n, err := u.inflated.ReadFrom(io.LimitReader(u.inflater, maxInflated+1)); err != nil || n > maxInflated {
		return nil, ErrPacked
	}
	return u.inflated.Bytes(), nil
}

// columns reads what columns.bytes wrote, into the room if it is large enough.
func (r *reader) columns(room []Hit) ([]Hit, error) {
	hits := sized(room, r.count(MaxHits))
	n := len(hits)
	objects, circumstanced := r.objects(n), r.circumstances(n)
	visitors := make([]Visitor, r.count(n))
	for i := range visitors {
		copy(visitors[i][:], r.take(len(Visitor{})))
	}
	keys := make([]uint32, r.count(n))
	for i := range keys {
		keys[i] = r.uint32()
	}
	r.times(hits, 0)
	eachRow(r, popularRows, hits, objects, setObject)
	eachRow(r, popularRows, hits, circumstanced, setCircumstances)
	eachRow(r, recentRows, hits, visitors, func(h *Hit, v Visitor) { h.Visitor = v })
	eachRow(r, sparseRows, hits, keys, func(h *Hit, k uint32) { h.Key = k })
	r.seconds(hits)
	if err := r.end(); err != nil {
		return nil, err
	}
	return hits, nil
}

// sized are n zero hits.
func sized(room []Hit, n int) []Hit {
	if cap(room) < n {
		return make([]Hit, n)
	}
	room = room[:n]
	clear(room)
	return room
}

// eachRow reads the column of a table.
func eachRow[R any](r *reader, form tableForm, hits []Hit, rows []R, set func(*Hit, R)) {
	come := 0 // rows that have come
	for i := range hits {
		code := r.count(come + 1)
		if form == sparseRows {
			if code == 0 {
				continue
			}
			code--
		}
		at := come
		switch {
		case code == 0:
			come++
		case form != popularRows:
			at = come - code
		default:
			at = code - 1
		}
		if r.failed || at < 0 || at >= come || at >= len(rows) {
			r.failed = true
			return
		}
		set(&hits[i], rows[at])
	}
	r.failed = r.failed || come != len(rows)
}

func setObject(h *Hit, o object) { h.Project, h.Version = o.project, o.version }

func setCircumstances(h *Hit, c circumstances) {
	h.Call, h.SignedIn, h.Unpaid = c.flags&flagCall != 0, c.flags&flagSignedIn != 0, c.flags&flagUnpaid != 0
	h.Client, h.Reason = Client(c.client), Reason(c.reason)
	h.Family, h.Loader, h.Game, h.Country, h.Referrer = c.family, c.loader, c.game, c.country, c.referrer
}

func (r *reader) objects(most int) []object {
	objects := make([]object, r.count(most))
	for i := range objects {
		objects[i] = object{r.text(), r.text()}
	}
	return objects
}

func (r *reader) circumstances(most int) []circumstances {
	all := make([]circumstances, r.count(most))
	for i := range all {
		all[i] = circumstances{r.byte(), r.byte(), r.byte(), r.text(), r.text(), r.text(), r.text(), r.text()}
	}
	return all
}

// times reads the milliseconds since the hit before.
func (r *reader) times(hits []Hit, at int64) {
	for i := range hits {
		at += r.varint()
		hits[i].At = time.UnixMilli(at).UTC()
	}
}

func (r *reader) seconds(hits []Hit) {
	for i := range hits {
		hits[i].Seconds = uint16(r.count(math.MaxUint16))
	}
}

// numbered reads the forms in which each hit has the numbers of its rows.
func (r *reader) numbered(timed bool) ([]Hit, error) {
	n := r.count(MaxHits)
	if n == 0 {
		return nil, r.end()
	}
	first := r.varint()
	objects, circumstanced := r.objects(n), r.circumstances(n)
	if r.failed || len(objects) == 0 || len(circumstanced) == 0 {
		return nil, ErrPacked
	}
	hits := make([]Hit, n)
	r.times(hits, first)
	for i := range hits {
		setObject(&hits[i], objects[r.number(len(objects))])
	}
	for i := range hits {
		setCircumstances(&hits[i], circumstanced[r.number(len(circumstanced))])
	}
	keyed := r.take((n + 7) / 8)
	for i := range hits {
		if !r.failed && keyed[i/8]&(1<<(i%8)) != 0 {
			hits[i].Key = r.uint32()
		}
	}
	for i := range hits {
		copy(hits[i].Visitor[:], r.take(len(Visitor{})))
	}
	if timed {
		r.seconds(hits)
	}
	return hits, r.end()
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

func (r *reader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
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
