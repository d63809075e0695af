package report

import "github.com/modyard/modyard/domain/fault"

// MaxOpen is how many reports an account may have open.
const MaxOpen = 20

// CodeReported is the code of the refusal to report the same thing twice.
const CodeReported = "already_reported"

// Desk is what an account has reported and nobody has closed yet, folded from reports-<account>.
type Desk struct {
	Open map[string]Subject // by report
}

// Subject is what a report is about.
type Subject struct {
	Type ItemType
	Item string // id
}

// EvolveDesk adds one event to what was folded before, which must not be used any more.
func EvolveDesk(d Desk, event any) Desk {
	if d.Open == nil {
		d.Open = map[string]Subject{}
	}
	switch e := event.(type) {
	case Filed:
		d.Open[e.Report] = Subject{e.ItemType, e.Item}
	case Settled:
		delete(d.Open, e.Report)
	}
	return d
}

// File makes place for one more report about an item: an account reports a thing once at a time.
func File(d Desk, account, report string, kind ItemType, item string) ([]any, error) {
	for _, s := range d.Open {
		if s == (Subject{kind, item}) {
			return nil, &fault.Error{Kind: fault.KindInvalid, Code: CodeReported, Field: "item_id", Text: "您已举报过，管理人员正在处理。"}
		}
	}
	if len(d.Open) >= MaxOpen {
		return nil, fault.Invalid("item_id", "您有太多未处理的举报，请等待处理后再提交。")
	}
	return []any{Filed{Account: account, Report: report, ItemType: kind, Item: item}}, nil
}

// Settle notes that a report is open no longer. One that is not on the desk needs nothing done.
func Settle(d Desk, account, report string) []any {
	if _, open := d.Open[report]; !open {
		return nil
	}
	return []any{Settled{Account: account, Report: report}}
}

// Refile puts a report that is opened again back on the desk, however full it is.
func Refile(d Desk, s State) []any {
	if _, open := d.Open[s.ID]; open {
		return nil
	}
	return []any{Filed{Account: s.Reporter, Report: s.ID, ItemType: s.ItemType, Item: s.Item}}
}
