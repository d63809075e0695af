package retention

import (
	"path"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

type owned struct {
	ID       string     `db:"id,key"`
	Owner    string     `db:"owner"`
	Title    string     `db:"title"`
	Rejected *time.Time `db:"rejected"`
	Gone     *time.Time `db:"gone"`
}

type round struct {
	Project string     `db:"project,key"`
	Started time.Time  `db:"started,key"`
	Ended   *time.Time `db:"ended"`
}

type stored struct {
	Key       string     `db:"key,key"`
	Project   string     `db:"project"`
	Version   string     `db:"version"`
	Kind      string     `db:"kind"`
	Name      string     `db:"name"`
	Size      int64      `db:"size"`
	SHA1      string     `db:"sha1"`
	SHA512    string     `db:"sha512"`
	PartOf    string     `db:"part_of"`
	Added     time.Time  `db:"added"`
	Ended     *time.Time `db:"ended"`
	Destroyed bool       `db:"destroyed"`
}

var (
	projects = rows.Of[owned]("projects")
	rounds   = rows.Of[round]("rounds")
	files    = rows.Of[stored]("files")
)

// The kinds of stored files.
const (
	File    = "file"
	Gallery = "gallery"
	Icon    = "icon"
	Picture = "picture" // deleted, of a text
)

const (
	endRound   = `update rounds set ended = $2 where project = $1 and ended is null`
	endIcon    = `update files set ended = $2 where project = $1 and kind = 'icon' and ended is null`
	endPicture = `update files set ended = coalesce(ended, $3) where project = $1 and part_of = $2`
	endFile    = `update files set ended = coalesce(ended, $3) where version = $1 and sha512 = $2`
	endVersion = `update files set ended = $2 where version = $1 and ended is null`
	destroy    = `update files set ended = coalesce(ended, $2), destroyed = true where key = $1`
	endProject = `update files set ended = $2 where project = $1 and ended is null`

	// What an erased account had deleted is destroyed; so are its pictures (see commands/erase).
	eraseFiles = `
update files set destroyed = true where ended is not null and project in (select id from projects where owner = $1 and gone is not null)`
	eraseUses     = `delete from uses where key like 'images/' || $1 || '/%'`
	erasePictures = `delete from pictures where owner = $1`
)

func created(s *rows.Set, e runtime.Event, p project.Created) {
	projects.Put(s, owned{ID: p.Project, Owner: p.Owner, Title: p.Title})
	use(s, e, "project", p.Project, e.Meta.Actor, p.Body)
}

func change(s *rows.Set, e runtime.Event, how func(*owned)) {
	projects.Update(s, owned{ID: e.Subject()}, how)
}

func renamed(s *rows.Set, e runtime.Event, p project.Renamed) {
	change(s, e, func(o *owned) { o.Title = p.Title })
}

func described(s *rows.Set, e runtime.Event, p project.Described) {
	use(s, e, "project", e.Subject(), e.Meta.Actor, p.Body)
}

func entered(s *rows.Set, e runtime.Event, _ project.EnteredOrganization) {
	change(s, e, func(o *owned) { o.Owner = "" })
}

func left(s *rows.Set, e runtime.Event, p project.LeftOrganization) {
	change(s, e, func(o *owned) { o.Owner = p.Owner })
}

func handedOver(s *rows.Set, e runtime.Event, p project.OwnershipHandedOver) {
	change(s, e, func(o *owned) { o.Owner = p.Account })
}

func deleted(s *rows.Set, e runtime.Event, _ project.Deleted) {
	when := e.At()
	change(s, e, func(o *owned) { o.Gone = &when })
	s.Exec(endProject, e.Subject(), when)
	s.Exec(endRound, e.Subject(), when)
}

// submitted begins a round.
func submitted(s *rows.Set, e runtime.Event, _ project.Submitted) {
	change(s, e, func(o *owned) { o.Rejected = nil })
	rounds.Put(s, round{Project: e.Subject(), Started: e.At()})
}

// decide ends a round; rejected says whether the project is hidden by the staff from now on.
func decide(s *rows.Set, e runtime.Event, rejected bool, message string) {
	when := e.At()
	change(s, e, func(o *owned) {
		switch {
		case !rejected:
			o.Rejected = nil
		case o.Rejected == nil:
			o.Rejected = &when
		}
	})
	s.Exec(endRound, e.Subject(), when)
	use(s, e, "decision", e.Subject(), e.Meta.Actor, message)
}

func approved(s *rows.Set, e runtime.Event, p project.Approved) { decide(s, e, false, p.Message) }

func withheld(s *rows.Set, e runtime.Event, p project.Withheld) { decide(s, e, false, p.Message) }

func rejectedByStaff(s *rows.Set, e runtime.Event, p project.Rejected) { decide(s, e, true, p.Message) }

// undone reopens the round whose decision was undone. A project that is rejected again counts from then on.
func undone(s *rows.Set, e runtime.Event, p project.DecisionUndone) {
	when := e.At()
	change(s, e, func(o *owned) {
		o.Rejected = nil
		if p.To == project.Refused {
			o.Rejected = &when
		}
	})
	if p.To == project.Processing && p.SubmittedAt != nil {
		rounds.Put(s, round{Project: e.Subject(), Started: *p.SubmittedAt})
	}
}

func statusChanged(s *rows.Set, e runtime.Event, _ project.StatusChanged) { decide(s, e, false, "") }

func listed(s *rows.Set, e runtime.Event, _ project.ListedByImport) {
	change(s, e, func(o *owned) { o.Rejected = nil })
}

func iconChanged(s *rows.Set, e runtime.Event, p project.IconChanged) {
	s.Exec(endIcon, e.Subject(), e.At())
	if key := keyOf(p.URL, e.Subject()); key != "" {
		files.Put(s, stored{Key: key, Project: e.Subject(), Kind: Icon, Name: path.Base(key), PartOf: key, Added: e.At()})
	}
}

func pictureAdded(s *rows.Set, e runtime.Event, p project.PictureAdded) {
	whole := keyOf(p.Picture.URL, e.Subject())
	for _, address := range []string{p.Picture.URL, p.Picture.RawURL} {
		key := keyOf(address, e.Subject())
		if key == "" {
			continue
		}
		hash := "" // of the whole picture
		if address == p.Picture.RawURL || p.Picture.RawURL == "" {
			hash = p.Picture.SHA1
		}
		files.Put(s, stored{Key: key, Project: e.Subject(), Kind: Gallery, Name: path.Base(key), SHA1: hash, PartOf: whole, Added: e.At()})
	}
}

func pictureRemoved(s *rows.Set, e runtime.Event, p project.PictureRemoved) {
	if key := keyOf(p.URL, e.Subject()); key != "" {
		s.Exec(endPicture, e.Subject(), key, e.At())
	}
}

func destroyed(s *rows.Set, e runtime.Event, p retention.Destroyed) {
	when := e.At()
	if strings.HasPrefix(p.Key, "images/") { // of a text
		files.Put(s, stored{
			Key: p.Key, Kind: Picture, Name: p.Name, Size: p.Size, SHA1: p.SHA1, SHA512: p.SHA512, PartOf: p.Key,
			Added: when, Ended: &when, Destroyed: true,
		})
	} else {
		s.Exec(destroy, p.Key, when)
	}
	s.Exec(forgetUses, p.Key)
	s.Exec(forgetPicture, p.Key)
}

func erased(s *rows.Set, _ runtime.Event, p account.Erased) {
	s.Exec(eraseFiles, p.Account)
	s.Exec(eraseUses, p.Account)
	s.Exec(erasePictures, p.Account)
}
