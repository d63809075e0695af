package search

// Filter is a parsed facet expression: every group must match. The zero Filter matches everything.
type Filter struct {
	Groups []Group
}

// Group matches when one of its alternatives does.
type Group struct {
	Any []All
}

// All matches when each of its terms does.
type All []Term

// Term compares one field with one value.
type Term struct {
	Field Field
	Op    Op
	Value string // normalised by NormalValue
	Label string // as written, without spaces
	Num   int64  // the value of a numeric field; times are microseconds since 1970
	Exact bool   // the term names a type that Widened must not extend
}

// Field is a canonical field name of the query language.
type Field string

// Fields of the query language. Categories also match loaders.
const (
	FieldCategories        Field = "categories"
	FieldDisplayCategories Field = "display_categories"
	FieldLoaders           Field = "loaders"
	FieldGameVersions      Field = "game_versions"
	FieldProjectTypes      Field = "project_types"
	FieldClientSide        Field = "client_side"
	FieldServerSide        Field = "server_side"
	FieldEnvironment       Field = "environment"
	FieldColor             Field = "color"
	FieldOpenSource        Field = "open_source"
	FieldLicense           Field = "license"
	FieldAuthor            Field = "author"
	FieldProjectID         Field = "project_id"
	FieldName              Field = "name"
	FieldSlug              Field = "slug"
	FieldDownloads         Field = "downloads"
	FieldFollows           Field = "follows"
	FieldCreated           Field = "created_timestamp"
	FieldModified          Field = "modified_timestamp"
)

// Numeric says whether the field has an order.
func (f Field) Numeric() bool {
	switch f {
	case FieldDownloads, FieldFollows, FieldCreated, FieldModified:
		return true
	}
	return false
}

// Op is a comparison.
type Op uint8

// Comparisons. The last four are for numeric fields only.
const (
	Equal Op = iota
	NotEqual
	Greater
	GreaterEqual
	Less
	LessEqual
)

// Holds applies the comparison to a numeric value.
func (o Op) Holds(have, want int64) bool {
	switch o {
	case Equal:
		return have == want
	case NotEqual:
		return have != want
	case Greater:
		return have > want
	case GreaterEqual:
		return have >= want
	case Less:
		return have < want
	default:
		return have <= want
	}
}
