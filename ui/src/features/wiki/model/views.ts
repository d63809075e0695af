/** Two states of a text: beside each other, in one, or as the page shows them. */
export type PartViewMode = 'side' | 'merged' | 'rendered'
