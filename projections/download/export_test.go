package download

// PaidQuery is the statement of PaidOf.
const PaidQuery = paidOf
