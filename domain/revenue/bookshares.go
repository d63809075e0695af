package revenue

// names numbers texts that come again and again: a year has millions of shares of few accounts and projects.
type names struct {
	numbers map[string]int32
	list    []string
}

func (n *names) number(name string) int32 {
	if number, there := n.numbers[name]; there {
		return number
	}
	if n.numbers == nil {
		n.numbers = map[string]int32{}
	}
	number := int32(len(n.list)) //nolint:gosec // a log has fewer accounts and projects
	n.numbers[name], n.list = number, append(n.list, name)
	return number
}

// notedShare is a share by the numbers of its names.
type notedShare struct {
	account, project, source int32
	amount                   Amount
}

// runBook is what a run has shared.
type runBook struct {
	shares  []notedShare
	sources map[string]Amount
	income  map[string]Amount // by source, confirmed when it began
	undone  Amount
	total   Amount
}

func (d *dayBook) run(id string) *runBook {
	if d.runs[id] == nil {
		d.runs[id] = &runBook{income: map[string]Amount{}, sources: map[string]Amount{}}
	}
	return d.runs[id]
}

// note adds shares of a source to a run.
func (b *Books) note(r *runBook, source string, shares []Share) {
	from := b.names.number(source)
	for _, s := range shares {
		r.shares = append(r.shares, notedShare{b.names.number(s.Account), b.names.number(s.Project), from, s.Amount})
		r.sources[source] += s.Amount
		r.total += s.Amount
	}
}

// due adds the shares of a run to what a month settles.
func (b *Books) due(s Settlement, r *runBook) {
	for _, share := range r.shares {
		account := b.names.list[share.account]
		if s[account] == nil {
			s[account] = map[lineKey]Amount{}
		}
		s[account][lineKey{b.names.list[share.project], b.names.list[share.source]}] += share.amount
	}
}
