package forum

import (
	"time"

	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/rows"
)

type discussion struct {
	ID         string        `db:"id,key"`
	Section    forum.Section `db:"section"`
	Project    string        `db:"project"`
	Author     string        `db:"author"`
	Title      string        `db:"title"`
	Revision   int           `db:"revision"`
	Written    int           `db:"written"`
	Created    time.Time     `db:"created"`
	Updated    time.Time     `db:"updated"`
	Bumped     time.Time     `db:"bumped"`
	LastFloor  int           `db:"last_floor"`
	Answers    int           `db:"answers"`
	Pinned     bool          `db:"pinned"`
	Locked     bool          `db:"locked"`
	LockCode   reason.Code   `db:"lock_code"`
	LockText   string        `db:"lock_text"`
	Hidden     bool          `db:"hidden"`
	ReasonCode reason.Code   `db:"reason_code"`
	ReasonText string        `db:"reason_text"`
	Cleared    *time.Time    `db:"cleared"`
	Gone       *time.Time    `db:"gone"`
	Listed     bool          `db:"listed"`
	Shown      bool          `db:"shown"`
	Position   uint64        `db:"position"`
}

type opening struct {
	Discussion string `db:"discussion,key"`
	Body       string `db:"body"`
}

type section struct {
	Section     forum.Section `db:"section,key"`
	Discussions int64         `db:"discussions,add"`
	Answers     int64         `db:"answers,add"`
}

type board struct {
	Project    string `db:"project,key"`
	Listed     bool   `db:"listed"`
	Discussion string `db:"discussion"`
}

var (
	discussions = rows.Of[discussion]("discussions")
	openings    = rows.Of[opening]("openings")
	sections    = rows.Of[section]("sections")
	boards      = rows.Of[board]("boards")
)
