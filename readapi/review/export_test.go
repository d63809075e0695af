package review

// The statements whose plans are tested.
const (
	Newest          = newest
	OpenProposals   = openProposals
	UndoneDecisions = undoneDecisions
)
