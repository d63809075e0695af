package wiki

import (
	"time"

	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/rows"
)

type settingsRow struct {
	Project  string       `db:"project,key"`
	Editing  wiki.Editing `db:"editing"`
	Locked   bool         `db:"locked"`
	Position uint64       `db:"position"`
}

type wikiRow struct {
	Project  string    `db:"project,key"`
	Head     string    `db:"head"`
	Number   int64     `db:"number"`
	Featured string    `db:"featured"`
	Home     string    `db:"home"`
	Changed  time.Time `db:"changed"`
	Position uint64    `db:"position"`
}

type pageRow struct {
	ID       string    `db:"id,key"`
	Project  string    `db:"project"`
	Title    string    `db:"title"`
	TitleKey string    `db:"title_key"`
	Slug     string    `db:"slug"`
	SlugKey  string    `db:"slug_key"`
	Parent   string    `db:"parent"`
	Weight   int       `db:"weight"`
	Edition  string    `db:"edition"`
	Touched  string    `db:"touched"`
	Gone     string    `db:"gone"`
	Created  time.Time `db:"created"`
	Updated  time.Time `db:"updated"`
}

type slugRow struct {
	Project string `db:"project,key"`
	Slug    string `db:"slug,key"`
	Page    string `db:"page"`
}

type bodyRow struct {
	Page    string `db:"page,key"`
	Project string `db:"project"`
	Body    string `db:"body"`
}

type changeRow struct {
	ID          string    `db:"id,key"`
	Project     string    `db:"project"`
	Number      int64     `db:"number"`
	Account     string    `db:"account"`
	PublishedBy string    `db:"published_by"`
	Draft       string    `db:"draft"`
	Submission  string    `db:"submission"`
	Base        string    `db:"base"`
	Reverts     string    `db:"reverts"`
	Msg         string    `db:"msg"`
	Parts       int64     `db:"parts"`
	At          time.Time `db:"at"`
	Position    uint64    `db:"position"`
}

type partRow struct {
	Change      string   `db:"change,key"`
	Page        string   `db:"page,key"`
	Project     string   `db:"project"`
	Number      int64    `db:"number"`
	N           int      `db:"n"`
	Ops         []string `db:"ops"`
	Title       string   `db:"title"`
	Slug        string   `db:"slug"`
	Was         bool     `db:"was"`
	WasTitle    string   `db:"was_title"`
	WasSlug     string   `db:"was_slug"`
	WasParent   string   `db:"was_parent"`
	WasWeight   int      `db:"was_weight"`
	WasFeatured bool     `db:"was_featured"`
	WasEdition  string   `db:"was_edition"`
	Now         bool     `db:"now"`
	NowTitle    string   `db:"now_title"`
	NowSlug     string   `db:"now_slug"`
	NowParent   string   `db:"now_parent"`
	NowWeight   int      `db:"now_weight"`
	NowFeatured bool     `db:"now_featured"`
	NowEdition  string   `db:"now_edition"`
}

type editionRow struct {
	Page     string    `db:"page,key"`
	Change   string    `db:"change,key"`
	Project  string    `db:"project"`
	Account  string    `db:"account"`
	Body     string    `db:"body"`
	Size     int64     `db:"size"`
	Erased   bool      `db:"erased"`
	At       time.Time `db:"at"`
	Position uint64    `db:"position"`
}

type draftRow struct {
	ID         string      `db:"id,key"`
	Project    string      `db:"project"`
	Account    string      `db:"account"`
	Status     wiki.Status `db:"status"`
	Timed      bool        `db:"timed"`
	Base       string      `db:"base"`
	Reverts    string      `db:"reverts"`
	Opened     time.Time   `db:"opened"`
	Changed    time.Time   `db:"changed"`
	Ends       *time.Time  `db:"ends"`
	Submitted  *time.Time  `db:"submitted"`
	Ended      *time.Time  `db:"ended"`
	Msg        string      `db:"msg"`
	Rejection  string      `db:"rejection"`
	Again      int         `db:"again"`
	AgainAt    time.Time   `db:"again_at"`
	Pages      []string    `db:"pages"`
	Added      []string    `db:"added"`
	Submission string      `db:"submission"`
	Change     string      `db:"change"`
	Position   uint64      `db:"position"`
}

type messageRow struct {
	Draft    string    `db:"draft,key"`
	Position uint64    `db:"position,key"`
	Account  string    `db:"account"`
	Author   string    `db:"author"`
	At       time.Time `db:"at"`
	Body     string    `db:"body"`
}

type moveRow struct {
	Project  string `db:"project,key"`
	Position uint64 `db:"position"`
}

type editorRow struct {
	Project string    `db:"project,key"`
	Account string    `db:"account,key"`
	Named   time.Time `db:"named"`
}

type banRow struct {
	Project string     `db:"project,key"`
	Account string     `db:"account,key"`
	Until   time.Time  `db:"until"`
	Cause   wiki.Cause `db:"cause"`
	By      string     `db:"by"`
	Msg     string     `db:"msg"`
	At      time.Time  `db:"at"`
}

var (
	settings = rows.Of[settingsRow]("settings")
	wikis    = rows.Of[wikiRow]("wikis")
	pages    = rows.Of[pageRow]("pages")
	slugs    = rows.Of[slugRow]("slugs")
	bodies   = rows.Of[bodyRow]("bodies")
	changes  = rows.Of[changeRow]("changes")
	parts    = rows.Of[partRow]("parts")
	editions = rows.Of[editionRow]("editions")
	drafts   = rows.Of[draftRow]("drafts")
	messages = rows.Of[messageRow]("messages")
	moves    = rows.Shared[moveRow]("moves")
	editors  = rows.Of[editorRow]("editors")
	bans     = rows.Of[banRow]("bans")
)
