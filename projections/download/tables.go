package download

import (
	"strconv"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/projections/rows"
)

type (
	projectTotal struct {
		ID        string `db:"id,key"`
		Downloads int64  `db:"downloads,add"`
		Changed   uint64 `db:"changed"`
	}
	versionTotal struct {
		ID        string `db:"id,key"`
		Project   string `db:"project"`
		Downloads int64  `db:"downloads,add"`
		Changed   uint64 `db:"changed"`
	}
	// measures are what is counted of a time.
	measures struct {
		Downloads int64 `db:"downloads,add"`
		Views     int64 `db:"views,add"`
		Seconds   int64 `db:"seconds,add"`
	}
	circumstances struct {
		Client  int    `db:"client,key"`
		Family  string `db:"family,key"`
		Loader  string `db:"loader,key"`
		Game    string `db:"game,key"`
		Country string `db:"country,key"`
	}
	siteKey struct {
		Part sitePart  `db:"part,key"`
		Hour time.Time `db:"hour,key"`
		Key  string    `db:"key,key"`
	}
	// sitePart is what the rows of the site are divided by.
	sitePart int
	// hourKey is in the order of the index, in which rows are written.
	hourKey struct {
		Project string    `db:"project,key"`
		Hour    time.Time `db:"hour,key"`
		Version string    `db:"version,key"`
		circumstances
	}
	dayKey struct {
		Day     time.Time `db:"day,key"`
		Project string    `db:"project,key"`
	}
	weekKey struct {
		Week    time.Time `db:"week,key"`
		Project string    `db:"project,key"`
	}
	siteTotal struct {
		siteKey
		measures
	}
	hourTotal struct {
		hourKey
		measures
	}
	// paid are the counted hits that earn a share.
	paid struct {
		Views     int64 `db:"paid_views,add"`
		Signed    int64 `db:"paid_signed,add"`
		Anonymous int64 `db:"paid_anonymous,add"`
	}
	// counted is what counted hits add.
	counted struct {
		measures
		paid
	}
	dayTotal struct {
		dayKey
		counted
	}
	weekTotal struct {
		weekKey
		measures
	}
	verdictKey struct {
		Hour    time.Time        `db:"hour,key"`
		Kind    int              `db:"kind,key"`
		Verdict download.Verdict `db:"verdict,key"`
	}
	verdictTotal struct {
		verdictKey
		Hits int64 `db:"hits,add"`
	}
	// dayBegin is the event with the first hit of a day.
	dayBegin struct {
		Day      time.Time `db:"day,key"`
		Position uint64    `db:"position"`
	}
)

// The parts of the site's rows. The numbers are stored, and readapi/analytics has them too.
const (
	inAll    sitePart = iota // one row with the key ''
	byClient                 // number of the client, and after a space the name of its family if it is known
	byLoader
	byGame
	byCountry
)

// keys are the keys of the rows to which hits in these circumstances are added, by part.
func (c circumstances) keys() [5]string {
	client := strconv.Itoa(c.Client)
	if c.Family != "" {
		client += " " + c.Family
	}
	return [...]string{inAll: "", byClient: client, byLoader: c.Loader, byGame: c.Game, byCountry: c.Country}
}

var (
	projectTotals = rows.Of[projectTotal]("projects")
	versionTotals = rows.Of[versionTotal]("versions")
	hourTotals    = rows.Shared[hourTotal]("hours") // new ones are copied
	siteTotals    = rows.Of[siteTotal]("site_hours")
	dayTotals     = rows.Of[dayTotal]("days")
	weekTotals    = rows.Of[weekTotal]("weeks")
	verdictTotals = rows.Of[verdictTotal]("verdicts")
	dayBegins     = rows.Of[dayBegin]("day_begins")
)

func (m *measures) add(more measures) {
	m.Downloads, m.Views, m.Seconds = m.Downloads+more.Downloads, m.Views+more.Views, m.Seconds+more.Seconds
}

func (p *paid) add(more paid) {
	p.Views, p.Signed, p.Anonymous = p.Views+more.Views, p.Signed+more.Signed, p.Anonymous+more.Anonymous
}

func (c *counted) add(more counted) {
	c.measures.add(more.measures)
	c.paid.add(more.paid)
}

// paying is what a counted hit adds to what earns a share. Playtime earns none.
func paying(kind download.Kind, h *download.Hit) paid {
	switch {
	case h.Unpaid || kind == download.Playtime:
		return paid{}
	case kind == download.View:
		return paid{Views: 1}
	case h.SignedIn:
		return paid{Signed: 1}
	}
	return paid{Anonymous: 1}
}

// measured is what a counted hit adds.
func measured(kind download.Kind, h *download.Hit) measures {
	switch kind {
	case download.View:
		return measures{Views: 1}
	case download.Playtime:
		return measures{Seconds: int64(h.Seconds)}
	}
	return measures{Downloads: 1}
}
