package issue

import (
	"time"

	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/rows"
)

type row struct {
	ID          string        `db:"id,key"`
	Project     string        `db:"project"`
	Number      int           `db:"number"`
	Author      string        `db:"author"`
	Title       string        `db:"title"`
	Revision    int           `db:"revision"`
	Created     time.Time     `db:"created"`
	Updated     time.Time     `db:"updated"`
	Edited      time.Time     `db:"edited"`
	Closed      *time.Time    `db:"closed"`
	ClosedAs    issue.Outcome `db:"closed_as"`
	DuplicateOf string        `db:"duplicate_of"`
	FixedIn     string        `db:"fixed_in"`
	LastFloor   int           `db:"last_floor"`
	Comments    int           `db:"comments"`
	Happened    int           `db:"happened"`
	Pinned      bool          `db:"pinned"`
	Locked      bool          `db:"locked"`
	LockCode    reason.Code   `db:"lock_code"`
	LockText    string        `db:"lock_text"`
	Hidden      bool          `db:"hidden"`
	ReasonCode  reason.Code   `db:"reason_code"`
	ReasonText  string        `db:"reason_text"`
	Position    uint64        `db:"position"`
}

type opening struct {
	Issue string `db:"issue,key"`
	Body  string `db:"body"`
}

type worn struct {
	Issue   string `db:"issue,key"`
	Label   string `db:"label,key"`
	Project string `db:"project"`
	Number  int    `db:"number"`
	Place   int    `db:"place"`
}

type assignee struct {
	Issue   string `db:"issue,key"`
	Account string `db:"account,key"`
	Project string `db:"project"`
	Number  int    `db:"number"`
	Place   int    `db:"place"`
}

type happening struct {
	Issue      string        `db:"issue,key"`
	N          int           `db:"n,key"`
	AfterFloor int           `db:"after_floor"`
	Kind       string        `db:"kind"`
	At         time.Time     `db:"at"`
	Actor      string        `db:"actor"`
	Staff      bool          `db:"staff"`
	Author     string        `db:"author"`
	Label      string        `db:"label"`
	Assignee   string        `db:"assignee"`
	ClosedAs   issue.Outcome `db:"closed_as"`
	Other      string        `db:"other"`
	Version    string        `db:"version"`
	Title      string        `db:"title"`
	ReasonCode reason.Code   `db:"reason_code"`
	ReasonText string        `db:"reason_text"`
}

type board struct {
	Project  string     `db:"project,key"`
	Type     issue.Type `db:"type"`
	Template string     `db:"template"`
	Numbered int        `db:"numbered"`
	Open     int        `db:"open"`
	Closed   int        `db:"closed"`
}

type label struct {
	Project     string `db:"project,key"`
	ID          string `db:"id,key"`
	Name        string `db:"name"`
	Color       string `db:"color"`
	Description string `db:"description"`
}

var (
	issues     = rows.Of[row]("issues")
	openings   = rows.Of[opening]("openings")
	labelled   = rows.Of[worn]("issue_labels")
	assignees  = rows.Of[assignee]("assignees")
	happenings = rows.Of[happening]("events")
	boards     = rows.Of[board]("boards")
	labels     = rows.Of[label]("labels")
)
