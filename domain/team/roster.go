package team

// Member points to the parts of a member, or of an invited account, that all teams have. P are the rights.
type Member[P any] struct {
	Role        *string // the title
	Permissions *P
	Accepted    *bool
	Weight      *Weight
	WeightFrom  *string // UTC date from which the weight is valid; nil if the thing does not keep it
	Ordering    *int
}

// Evolve applies an event of a team, except those that contain rights and the new owner, which are the thing's. change
// changes a member and nothing if there is none; end removes one.
func Evolve[P any](event any, change func(account string, how func(Member[P])), end func(account string)) {
	switch e := event.(type) {
	case Joined[P]:
		change(e.Account, func(m Member[P]) { *m.Accepted = true })
	case Titled[P]:
		change(e.Account, func(m Member[P]) { *m.Role = e.Role })
	case WeightSet[P]:
		change(e.Account, func(m Member[P]) {
			*m.Weight = e.Weight
			if m.WeightFrom != nil {
				*m.WeightFrom = e.Effective
			}
		})
	case Reordered[P]:
		change(e.Account, func(m Member[P]) { *m.Ordering = e.Ordering })
	case Declined[P]:
		end(e.Account)
	case Withdrawn[P]:
		end(e.Account)
	case Left[P]:
		end(e.Account)
	case Removed[P]:
		end(e.Account)
	}
}
