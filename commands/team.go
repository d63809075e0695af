package commands

import "github.com/modyard/modyard/platform/httpkit"

// Team answers the routes /team/{id}/… of one kind of team: {id} names the team, {user} the account.
type Team struct {
	Invite, Join, Edit, Remove, Transfer httpkit.Handler
}
