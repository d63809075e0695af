package project

import "github.com/modyard/modyard/domain/reason"

// The shapes of PATCH bodies as the documentation shows them: every member may be left out.

type projectPatchDoc struct {
	Title                *string         `json:"title,omitempty"`
	Slug                 *string         `json:"slug,omitempty"`
	Description          *string         `json:"description,omitempty"`
	Body                 *string         `json:"body,omitempty"`
	Categories           []string        `json:"categories,omitempty"`
	AdditionalCategories []string        `json:"additional_categories,omitempty"`
	LicenseID            *string         `json:"license_id,omitempty"`
	LicenseURL           *string         `json:"license_url,omitempty" nullable:"true"`
	ClientSide           *string         `json:"client_side,omitempty" enum:"required,optional,unsupported,unknown"`
	ServerSide           *string         `json:"server_side,omitempty" enum:"required,optional,unsupported,unknown"`
	IssuesURL            *string         `json:"issues_url,omitempty" nullable:"true"`
	SourceURL            *string         `json:"source_url,omitempty" nullable:"true"`
	WikiURL              *string         `json:"wiki_url,omitempty" nullable:"true"`
	DiscordURL           *string         `json:"discord_url,omitempty" nullable:"true"`
	DonationURLs         []donationInput `json:"donation_urls,omitempty"`
	Aliases              []aliasInput    `json:"aliases,omitempty"`
	RequestedStatus      *string         `json:"requested_status,omitempty" enum:"approved,archived,unlisted,private"`
	Status               *string         `json:"status,omitempty" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected"`
	ModerationMessage    *string         `json:"moderation_message,omitempty"`
	ModerationOptions    []string        `json:"moderation_options,omitempty" doc:"导致此决定的审核选项"`
	Reason               *reason.Reason  `json:"reason,omitempty"`
}

type projectPatchDocV3 struct {
	projectPatchDoc
	Title       *struct{}          `json:"title,omitempty" hidden:"true"`
	Body        *struct{}          `json:"body,omitempty" hidden:"true"`
	Name        *string            `json:"name,omitempty"`
	Summary     *string            `json:"summary,omitempty"`
	Description *string            `json:"description,omitempty"`
	LinkURLs    map[string]*string `json:"link_urls,omitempty"`
}

type bulkPatchDoc struct {
	Categories                 []string        `json:"categories,omitempty"`
	AddCategories              []string        `json:"add_categories,omitempty"`
	RemoveCategories           []string        `json:"remove_categories,omitempty"`
	AdditionalCategories       []string        `json:"additional_categories,omitempty"`
	AddAdditionalCategories    []string        `json:"add_additional_categories,omitempty"`
	RemoveAdditionalCategories []string        `json:"remove_additional_categories,omitempty"`
	DonationURLs               []donationInput `json:"donation_urls,omitempty"`
	AddDonationURLs            []donationInput `json:"add_donation_urls,omitempty"`
	RemoveDonationURLs         []donationInput `json:"remove_donation_urls,omitempty"`
	IssuesURL                  *string         `json:"issues_url,omitempty" nullable:"true"`
	SourceURL                  *string         `json:"source_url,omitempty" nullable:"true"`
	WikiURL                    *string         `json:"wiki_url,omitempty" nullable:"true"`
	DiscordURL                 *string         `json:"discord_url,omitempty" nullable:"true"`
	Reason                     *reason.Reason  `json:"reason,omitempty"`
}

type versionPatchDoc struct {
	Name          *string           `json:"name,omitempty"`
	VersionNumber *string           `json:"version_number,omitempty"`
	Changelog     *string           `json:"changelog,omitempty"`
	VersionType   *string           `json:"version_type,omitempty" enum:"release,beta,alpha"`
	Status        *string           `json:"status,omitempty" enum:"listed,archived,draft,unlisted"`
	Featured      *bool             `json:"featured,omitempty"`
	Loaders       []string          `json:"loaders,omitempty"`
	GameVersions  []string          `json:"game_versions,omitempty"`
	Dependencies  []dependencyInput `json:"dependencies,omitempty"`
	PrimaryFile   []string          `json:"primary_file,omitempty"`
	StagedFiles   []stagedInput     `json:"staged_files,omitempty"`
	RemoveFiles   []string          `json:"remove_files,omitempty" doc:"要移除的文件的 sha512"`
	FileTypes     []fileTypeInput   `json:"file_types,omitempty"`
	Reason        *reason.Reason    `json:"reason,omitempty"`
}

type memberPatchDoc struct {
	Role        *string        `json:"role,omitempty"`
	Permissions *uint64        `json:"permissions,omitempty"`
	Split       *float64       `json:"payouts_split,omitempty" minimum:"0" maximum:"5000" multipleOf:"0.01"`
	Effective   *string        `json:"payouts_effective,omitempty" format:"date" doc:"收益分成的生效日期(UTC)，不早于今天"`
	Ordering    *int           `json:"ordering,omitempty"`
	Reason      *reason.Reason `json:"reason,omitempty"`
}

type inviteDoc struct {
	UserID      string         `json:"user_id"`
	Role        string         `json:"role,omitempty"`
	Permissions *uint64        `json:"permissions,omitempty"`
	Split       *float64       `json:"payouts_split,omitempty" minimum:"0" maximum:"5000" multipleOf:"0.01"`
	Ordering    int            `json:"ordering,omitempty"`
	Reason      *reason.Reason `json:"reason,omitempty"`
}

type ownerDoc struct {
	UserID string         `json:"user_id"`
	Reason *reason.Reason `json:"reason,omitempty"`
}
