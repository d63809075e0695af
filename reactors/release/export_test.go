package release

// Due is the search for plans that are due.
const Due = due
