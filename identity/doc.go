// Package identity knows who someone is: accounts, passwords, sessions and access tokens, in plain
// tables. Events carry account ids only; names, addresses and secrets stay here.
package identity
