// Written by `go test ./cmd/modyard/app -run Limits -update` from the rules.

/** What a member asks for before a review. */
export const chosenStatuses = ['approved', 'unlisted', 'private'] as const

/** A review has passed such a project. */
export const passedStatuses = ['approved', 'archived', 'unlisted', 'private'] as const

/** No review has passed such a project. */
export const unreviewedStatuses = ['draft', 'processing', 'rejected', 'withheld'] as const
