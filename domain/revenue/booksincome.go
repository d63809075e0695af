package revenue

// checkEntry compares what is confirmed or reversed with what was entered.
func (b *Books) checkEntry(d *dayBook, event any) {
	switch e := event.(type) {
	case IncomeConfirmed:
		if entry, there := d.state.entry(e.Entry); !there || entry.Amount != e.Amount || entry.Source != e.Source {
			b.problem("revenueday-%s: confirmed %d millionths from %s instead of %d from %s", e.Day, e.Amount, e.Source, entry.Amount, entry.Source)
		}
	case IncomeReversed:
		if entry, there := d.state.entry(e.Entry); !there || entry.Amount != e.Amount || entry.Source != e.Source || entry.Confirmed != e.Confirmed {
			b.problem("revenueday-%s: reversed %d millionths from %s instead of %d from %s", e.Day, e.Amount, e.Source, entry.Amount, entry.Source)
		}
	}
}

// confirmed is the confirmed income by source, as it is now.
func (d *dayBook) confirmed() map[string]Amount {
	income := map[string]Amount{}
	for _, x := range d.state.Income() {
		income[x.Source] += x.Amount
	}
	return income
}

// finishedDay compares the shares of a run with its sums, and the sums with the income that was confirmed when it began.
func (b *Books) finishedDay(name string, d *dayBook, e SharingFinished) {
	r, shared := d.run(e.Run), map[string]Amount{}
	for _, sum := range e.Sums {
		if r.sources[sum.Source] != sum.Creators {
			b.problem("revenueday-%s: the shares from %s add up to %d millionths instead of %d", name, sum.Source, r.sources[sum.Source], sum.Creators)
		}
		if sum.Creators < 0 || sum.Platform < 0 || sum.Reserve < 0 {
			b.problem("revenueday-%s: a part of the income from %s is negative", name, sum.Source)
		}
		shared[sum.Source] += sum.Creators + sum.Platform + sum.Reserve
	}
	for _, source := range sortedKeys(shared) {
		if shared[source] != r.income[source] {
			b.problem("revenueday-%s: %d millionths from %s are shared instead of %d", name, shared[source], source, r.income[source])
		}
	}
	for _, source := range sortedKeys(r.income) {
		if _, there := shared[source]; !there && r.income[source] != 0 {
			b.problem("revenueday-%s: the income of %d millionths from %s is not shared", name, r.income[source], source)
		}
	}
	for _, source := range sortedKeys(r.sources) {
		if _, there := shared[source]; !there {
			b.problem("revenueday-%s: the run %s has shares from %s and no sum", name, e.Run, source)
		}
	}
}
