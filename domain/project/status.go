package project

// Approved is true if a project with this status has been approved in a review.
func (s Status) Approved() bool {
	return s == Listed || s == Archived || s == Unlisted || s == Private
}

// reviewed is true if a project with this status has passed a review, also one that is released later.
func (s Status) reviewed() bool { return s.Approved() || s == Scheduled }

// Searchable is true if search finds such a project.
func (s Status) Searchable() bool { return s == Listed || s == Archived }

// Hidden is true if the project does not exist for outsiders.
func (s Status) Hidden() bool {
	switch s {
	case Private, Refused, Draft, Processing, Scheduled:
		return true
	}
	return false
}

// Requestable is true if a member may request the status.
func (s Status) Requestable() bool { return s.Approved() || s == Draft }

// Known is true for the defined statuses.
func (s Status) Known() bool {
	return s.Requestable() || s == Processing || s == Held || s == Refused || s == Scheduled
}

// Listed is true if the lists of a project contain a version with this status.
func (s VersionStatus) Listed() bool { return s == VersionListed || s == VersionArchived }

// Hidden is true if the version does not exist for outsiders.
func (s VersionStatus) Hidden() bool { return !s.Listed() && s != VersionUnlisted }
