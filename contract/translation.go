package contract

import "time"

// Translations are the links of a version in its documents. The catalogue stores documents without them: readers add
// them, and empty lists where there are none.
type Translations struct {
	VersionLinks []VersionLink  `json:"version_links,omitzero" required:"true" doc:"此版本所汉化的版本；外人只看到已通过的"`
	TranslatedBy []TranslatedBy `json:"translated_by,omitzero" required:"true" doc:"已通过且公开的汉化版本，最新在前"`
}

// NoTranslations are those of a version without any.
func NoTranslations() Translations {
	return Translations{VersionLinks: []VersionLink{}, TranslatedBy: []TranslatedBy{}}
}

// VersionLink says which version of another project a version translates.
type VersionLink struct {
	JoiningVersionID string `json:"joining_version_id"`
	LinkType         string `json:"link_type" enum:"translation"`
	LanguageCode     string `json:"language_code" enum:"zh_CN,zh_TW,en_US"`
	Description      string `json:"description"`
	ApprovalStatus   string `json:"approval_status" enum:"pending,approved,rejected"`
	ThreadID         string `json:"thread_id"`
}

// TranslatedBy is a version that translates another.
type TranslatedBy struct {
	JoiningVersionID string `json:"joining_version_id"`
	LanguageCode     string `json:"language_code" enum:"zh_CN,zh_TW,en_US"`
	Description      string `json:"description"`
}

// TranslationLink is a link between two versions, for those who ask for it and those who decide about it. The members
// without a prefix are about the language pack; what a viewer may not see of it is empty.
type TranslationLink struct {
	JoiningVersionID    string    `json:"joining_version_id"`
	TargetVersionID     string    `json:"target_version_id"`
	TargetVersionNumber string    `json:"target_version_number"`
	LinkType            string    `json:"link_type" enum:"translation"`
	LanguageCode        string    `json:"language_code" enum:"zh_CN,zh_TW,en_US"`
	Description         string    `json:"description"`
	ApprovalStatus      string    `json:"approval_status" enum:"pending,approved,rejected,revoked"`
	ThreadID            string    `json:"thread_id"`
	ProjectID           string    `json:"project_id"`
	ProjectTitle        string    `json:"project_title"`
	ProjectSlug         string    `json:"project_slug"`
	ProjectIcon         *string   `json:"project_icon"`
	VersionNumber       string    `json:"version_number"`
	SubmitterID         string    `json:"submitter_id"`
	SubmitterUsername   string    `json:"submitter_username"`
	SubmitterAvatar     *string   `json:"submitter_avatar"`
	DatePublished       time.Time `json:"date_published"`

	Project *ProjectLink `json:"project"` // of the language pack; null where the viewer may not see its version
	Target  *ProjectLink `json:"target"`  // the original; null where the viewer may not see its version
	Asked   time.Time    `json:"asked"`
	Decided *time.Time   `json:"decided"` // null while it is pending
	// DecidedBy is null where the account is deleted, and for everybody but the staff where the staff decided.
	DecidedBy   *Author      `json:"decided_by"`
	DecidedRole string       `json:"decided_role"`
	Automatic   bool         `json:"automatic"` // accepted because the one who asked may decide
	Reason      *ClaimReason `json:"reason"`
	MayDecide   bool         `json:"may_decide"`
	MayAsk      bool         `json:"may_ask"` // change it, withdraw it or ask again
}

// TranslationPage is a part of the links of a project, or of all links.
type TranslationPage struct {
	Links  []TranslationLink `json:"links"`
	Total  int64             `json:"total"` // of the status that was asked for
	Counts TranslationCounts `json:"counts"`
}

// TranslationCounts counts links by their status.
type TranslationCounts struct {
	Pending  int64 `json:"pending"`
	Approved int64 `json:"approved"`
	Rejected int64 `json:"rejected"`
	Revoked  int64 `json:"revoked"`
}

// TranslationLinks is the staff's list in the form that programs of this API family know.
type TranslationLinks struct {
	Links []TranslationLink `json:"links"`
	Total int64             `json:"total"`
}
