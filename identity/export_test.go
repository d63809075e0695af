package identity

// NewQuickArgon2 is a hasher that costs next to nothing.
func NewQuickArgon2() *Argon2 { return newArgon2(64, 1) }
