// Written by `go test ./cmd/modyard/app -run Limits -update` from the rules.

/** What a member asks for before a review. */
export const chosenStatuses = ['approved', 'unlisted', 'private'] as const

/** Everybody may see such a project, and a review has passed it. */
export const openStatuses = ['approved', 'archived', 'unlisted'] as const

/** A review has passed such a project. */
export const passedStatuses = ['approved', 'archived', 'unlisted', 'private'] as const

/** Search finds such a project. */
export const searchedStatuses = ['approved', 'archived'] as const

/** No review has passed such a project. */
export const unreviewedStatuses = ['draft', 'processing', 'rejected', 'withheld'] as const
