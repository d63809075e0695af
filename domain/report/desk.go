package report

import "github.com/modyard/modyard/domain/fault"

// MaxOpen is how many reports an account may have open.
const MaxOpen = 20

// CodeReported is the code of the refusal to report the same thing twice.
const CodeReported = "already_reported"

// Desk is what an account has reported and nobody has closed yet, folded from reports-<account>.
type Desk struct {
	open map[string]subject // by report
}

type subject struct {
	kind ItemType
	item string
}

// EvolveDesk adds one event to a desk.
func EvolveDesk(d Desk, event any) Desk {
	if d.open == nil {
		d.open = map[string]subject{}
	}
	switch e := event.(type) {
	case Filed:
		d.open[e.Report] = subject{e.ItemType, e.Item}
	case Settled:
		delete(d.open, e.Report)
	}
	return d
}

// File makes place for one more report about an item: an account reports a thing once at a time.
func File(d Desk, account, report string, kind ItemType, item string) ([]any, error) {
	for _, s := range d.open {
		if s == (subject{kind, item}) {
			return nil, &fault.Error{Kind: fault.KindInvalid, Code: CodeReported, Field: "item_id", Text: "您已举报过，管理人员正在处理。"}
		}
	}
	if len(d.open) >= MaxOpen {
		return nil, fault.Invalid("item_id", "您有太多未处理的举报，请等待处理后再提交。")
	}
	return []any{Filed{Account: account, Report: report, ItemType: kind, Item: item}}, nil
}

// Settle notes that a report is open no longer. One that is not on the desk needs nothing done.
func Settle(d Desk, account, report string) []any {
	if _, open := d.open[report]; !open {
		return nil
	}
	return []any{Settled{Account: account, Report: report}}
}

// Refile puts a report that is opened again back on the desk, however full it is.
func Refile(d Desk, s State) []any {
	if _, open := d.open[s.ID]; open {
		return nil
	}
	return []any{Filed{Account: s.Reporter, Report: s.ID, ItemType: s.ItemType, Item: s.Item}}
}
