// Package identity stores accounts, passwords, sessions and access tokens in plain tables. Events contain account ids
// only; names, addresses and secrets are stored only here.
package identity
