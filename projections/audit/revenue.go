package audit

import (
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/projections/runtime"
)

// money are the decisions of people that stop money or let it go on. What treasurers enter and settle is in the ledger.
func money() []handler {
	return []handler{
		on(WalletFrozen, func(r *entry, p revenue.WalletFrozen) { r.aboutAccount(p.Account) }),
		on(WalletUnfrozen, func(r *entry, p revenue.WalletUnfrozen) { r.aboutAccount(p.Account) }),
		on(PayoutHeld, func(r *entry, p revenue.PayoutHeld) { r.aboutPayout(p.Account, p.Payout) }),
		on(PayoutReleased, func(r *entry, p revenue.PayoutReleased) { r.aboutPayout(p.Account, p.Payout) }),
		runtime.On(func(b *batch, e runtime.Event, p revenue.ProjectLeftOut) {
			b.shareOf(e, IncomeLeftOut, p.Project, p.Day)
		}),
		runtime.On(func(b *batch, e runtime.Event, p revenue.ProjectTakenIn) {
			b.shareOf(e, IncomeTakenIn, p.Project, p.Day)
		}),
		on(PayoutsPaused, func(r *entry, _ revenue.PayoutsPaused) { r.SubjectKind, r.Subject = SubjectLedger, "" }),
		on(PayoutsResumed, func(r *entry, _ revenue.PayoutsResumed) { r.SubjectKind, r.Subject = SubjectLedger, "" }),
	}
}

// aboutAccount makes the owner of a wallet the subject.
func (r *entry) aboutAccount(id string) { r.SubjectKind, r.Subject = SubjectUser, id }

// aboutPayout makes whoever asked for a withdrawal the subject.
func (r *entry) aboutPayout(account, id string) {
	r.aboutAccount(account)
	r.ItemKind, r.Item = ItemPayout, id
}

// shareOf is an entry about the share of a project in the income of a day, whose stream it stands in.
func (b *batch) shareOf(e runtime.Event, kind, project, day string) {
	r := b.begin(e, kind)
	r.SubjectKind, r.Subject, r.Value = SubjectProject, project, day
	b.add(r)
}
