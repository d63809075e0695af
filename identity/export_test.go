package identity

// NewQuickArgon2 is a hasher with minimal cost.
func NewQuickArgon2() *Argon2 { return newArgon2(64, 1) }
