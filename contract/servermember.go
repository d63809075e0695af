package contract

import "time"

// HostedMember is an account with a part in a server. User is null where the account is erased.
type HostedMember struct {
	User  *Author   `json:"user"`
	Role  string    `json:"role" enum:"owner,editor,viewer"`
	State string    `json:"state" enum:"owner,joined,invited"`
	Since time.Time `json:"since" doc:"成为所有者、加入或被邀请的时间"`
}

// HostedMembers are the owner, then those who have joined, then those who are invited.
type HostedMembers struct {
	Members []HostedMember `json:"members"`
}

// HostedInvitation is what an invited account sees of a server.
type HostedInvitation struct {
	Server  string    `json:"server"`
	Name    string    `json:"name"`
	Inviter *Author   `json:"inviter" doc:"由管理员邀请时为 null"`
	Role    string    `json:"role" enum:"editor,viewer"`
	Since   time.Time `json:"since"`
	Until   time.Time `json:"until" doc:"此后邀请失效"`
}

// HostedInvitations are the unanswered invitations of an account, newest first.
type HostedInvitations struct {
	Invitations []HostedInvitation `json:"invitations"`
}
