package project

// Approved says that a project in this status has passed a review.
func (s Status) Approved() bool {
	return s == Listed || s == Archived || s == Unlisted || s == Private
}

// Searchable says that such a project is found by searching.
func (s Status) Searchable() bool { return s == Listed || s == Archived }

// Hidden says that outsiders are answered as if there were no such project.
func (s Status) Hidden() bool {
	switch s {
	case Private, Refused, Draft, Processing, Scheduled:
		return true
	}
	return false
}

// Requestable says that a member may ask for it.
func (s Status) Requestable() bool { return s.Approved() || s == Draft }

// Known says that it is one of the statuses.
func (s Status) Known() bool {
	return s.Requestable() || s == Processing || s == Held || s == Refused || s == Scheduled
}

// Listed says that a version in this status stands in its project's lists.
func (s VersionStatus) Listed() bool { return s == VersionListed || s == VersionArchived }

// Hidden says that outsiders are answered as if there were no such version.
func (s VersionStatus) Hidden() bool { return !s.Listed() && s != VersionUnlisted }
