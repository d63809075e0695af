package report

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/platform/ids"
)

// Reports are the reports, one stream each. There are no snapshots, because the text of a report can be erased.
func Reports() *commands.Aggregate[report.State, report.Command] {
	return &commands.Aggregate[report.State, report.Command]{Category: "report", Evolve: commands.Timeless(report.Evolve), Decide: report.Decide}
}

// Desks are the open reports of an account, by the account's id.
func Desks() *commands.Aggregate[report.Desk, report.DeskCommand] {
	return &commands.Aggregate[report.Desk, report.DeskCommand]{
		Category: "reports", Version: "reports/1", Evolve: commands.Timeless(report.EvolveDesk), Decide: report.DecideDesk,
	}
}

// Threads are conversations with the staff. Their state contains no texts.
func Threads() *commands.Aggregate[thread.State, thread.Command] {
	return &commands.Aggregate[thread.State, thread.Command]{
		Category: "thread", Version: "thread/1", Evolve: commands.Timeless(thread.Evolve), Decide: thread.Decide,
	}
}

// places maps a message's id to its thread.
func places() *commands.Aggregate[string, thread.Place] {
	return &commands.Aggregate[string, thread.Place]{Category: "message", Evolve: commands.Timeless(thread.EvolvePlace), Decide: thread.DecidePlace}
}

// entity is a report within a decision.
type entity = commands.Entity[report.State, report.Command]

func get(ctx context.Context, tx *commands.Tx, id string) (*entity, error) {
	if !ids.Valid(id) {
		return nil, fault.NotFound("举报不存在。")
	}
	return Reports().Get(ctx, tx, id)
}

func getThread(ctx context.Context, tx *commands.Tx, id string) (*commands.Entity[thread.State, thread.Command], error) {
	if !ids.Valid(id) {
		return nil, errNoThread()
	}
	return Threads().Get(ctx, tx, id)
}

func errNoThread() error { return fault.NotFound("会话或消息不存在。") }
