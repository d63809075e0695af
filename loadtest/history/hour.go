package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/download"
)

const (
	botShare    = 0.06
	botVisitors = 150 // a day
	again       = 0.03
	perVisitor  = 6 // downloads of a visitor and day, on average
)

// hour makes the hits of an hour of the history, in the order of their times.
func (p *plan) hour(number int) []download.Hit {
	n, day := p.perHour[number], number/24
	if n == 0 {
		return nil
	}
	perDay := 0
	for _, more := range p.perHour[day*24 : day*24+24] {
		perDay += more
	}
	h := hours{plan: p, r: random(p.seed, 'h', number), day: day, things: p.of(day), visitors: max(1, perDay/perVisitor), hits: make([]download.Hit, 0, n)}
	begin := p.first.Add(time.Duration(number) * time.Hour)
	for len(h.hits) < n {
		h.download(begin, n)
	}
	end := begin.Add(time.Hour - time.Millisecond)
	for i := range h.hits {
		if h.hits[i].At.After(end) {
			h.hits[i].At = end
		}
	}
	slices.SortStableFunc(h.hits, func(a, b download.Hit) int { return a.At.Compare(b.At) })
	return h.hits
}

// hours makes the hits of one hour.
type hours struct {
	*plan
	r        *rand.Rand
	day      int
	things   alias
	visitors int // of the day
	hits     []download.Hit
}

// download adds the hits of one download, as long as there is room: the call, the file, and an impatient repetition.
func (h *hours) download(begin time.Time, room int) {
	hit := h.who()
	number := h.things.draw(h.r)
	if hit.Client == download.Bot {
		number = h.r.IntN(len(h.plan.things)) // they read everything
	}
	thing := h.plan.things[number]
	version := h.plan.newest(number, h.day)
	for version > 0 && h.r.Float64() < 0.2 { // some need an older one
		version--
	}
	v := thing.versions[version]
	hit.Project, hit.Version, hit.Loader, hit.Game = thing.id, v.id, v.loader, v.game
	hit.At = begin.Add(time.Duration(h.r.Int64N(time.Hour.Milliseconds())) * time.Millisecond)
	if hit.Call {
		hit.Key = max(1, h.r.Uint32())
		h.add(hit, room)
		hit.Call, hit.Reason = false, download.Standalone // the request of a file says no reason
		hit.At = hit.At.Add(time.Duration(100+h.r.IntN(2500)) * time.Millisecond)
	}
	h.add(hit, room)
	if h.r.Float64() < again {
		hit.Key = 0
		hit.At = hit.At.Add(time.Duration(1000+h.r.IntN(20_000)) * time.Millisecond)
		h.add(hit, room)
	}
}

func (h *hours) add(hit download.Hit, room int) {
	if len(h.hits) < room {
		h.hits = append(h.hits, hit)
	}
}

// who draws a visitor of the day. What a visitor uses follows from the visitor, and stays the same for the day.
func (h *hours) who() (hit download.Hit) {
	if h.r.Float64() < botShare {
		hit.Client = download.Bot
		hit.Visitor = visitor(h.seed, h.day, -1-h.r.IntN(botVisitors))
		return hit
	}
	number := int(float64(h.visitors) * math.Pow(h.r.Float64(), 1.6)) // some are busier than others
	hit.Visitor = visitor(h.seed, h.day, number)
	is := random(h.seed, 'w', h.day<<24^number)
	kind := is.Float64()
	hit.Country = pick(is.Float64(), countries())
	switch {
	case kind < 0.42:
		hit.Client, hit.Call, hit.SignedIn = download.Site, true, is.Float64() < 0.3
		hit.Referrer = pick(is.Float64(), referrers())
	case kind < 0.88:
		hit.Client = download.Launcher
		hit.Family = pick(is.Float64(), launchers())
		hit.Call = is.Float64() < 0.35
		hit.Reason = download.Reason(h.r.IntN(4))
		if !hit.Call {
			hit.Reason = download.Standalone
		}
	case kind < 0.98:
		hit.Client = download.Program
		hit.Family = pick(is.Float64(), programs())
	}
	return hit
}

// visitor is the number-th visitor of a day.
func visitor(seed uint64, day, number int) (v download.Visitor) {
	x := random(seed, 'i', day).Uint64() + uint64(int64(number))*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	for i := range v {
		v[i] = byte(x >> (8 * i))
	}
	return v
}
