package search

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
)

// Limits of a facet expression. Hiding installed content sends one group for each project, hence the many groups.
const (
	maxFacetBytes = 64 << 10
	maxGroups     = 1024
	maxTerms      = 2048
	maxValueRunes = 128
)

// ParseFacets parses the facets parameter of the second API version: JSON [["a:b","c!=d"],["e>=1"]], outer lists
// joined with and, inner lists with or; a list in an inner list is an and. A group that is exactly project_type:mod
// also matches plugins and data packs; project_types:mod does not. An empty string is no filter. Errors are *QueryError.
func ParseFacets(raw string) (Filter, error) {
	f, err := ParseFacetsExactly(raw)
	return f.Widened(), err
}

// Widened extends each group that is exactly project_type:mod to plugins and data packs.
func (f Filter) Widened() Filter {
	for i, g := range f.Groups {
		if len(g.Any) != 1 || len(g.Any[0]) != 1 {
			continue
		}
		t := g.Any[0][0]
		if t.Field == FieldProjectTypes && !t.Exact && t.Op == Equal && t.Value == "mod" {
			for _, other := range []string{"plugin", "datapack"} {
				f.Groups[i].Any = append(f.Groups[i].Any, All{{Field: t.Field, Op: Equal, Value: other, Label: other}})
			}
		}
	}
	return f
}

// ParseFacetsExactly is ParseFacets without the extension of project_type:mod.
func ParseFacetsExactly(raw string) (Filter, error) {
	var f Filter
	if strings.TrimSpace(raw) == "" {
		return f, nil
	}
	if len(raw) > maxFacetBytes {
		return f, invalid("筛选条件过长，最多 %d 字节", maxFacetBytes)
	}
	if !utf8.ValidString(raw) {
		return f, invalid("筛选条件不是有效的 UTF-8 文本")
	}
	var outer [][]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &outer); err != nil {
		return f, invalid("筛选条件必须是由字符串数组组成的 JSON 数组，例如 [[\"categories:fabric\"],[\"versions:1.20.1\"]]")
	}
	if len(outer) > maxGroups {
		return f, invalid("筛选条件过多，最多 %d 组", maxGroups)
	}
	terms := 0
	for _, inner := range outer {
		if len(inner) == 0 {
			continue // an empty group has no effect
		}
		g := Group{Any: make([]All, 0, len(inner))}
		for _, item := range inner {
			all, err := parseAll(item)
			if err != nil {
				return Filter{}, err
			}
			if terms += len(all); terms > maxTerms {
				return Filter{}, invalid("筛选条件过多，最多 %d 项", maxTerms)
			}
			g.Any = append(g.Any, all)
		}
		f.Groups = append(f.Groups, g)
	}
	if pairs(f) > maxPairTokens {
		return Filter{}, invalid("加载器与游戏版本的组合过多")
	}
	return f, nil
}

// Bounds of choices; a listing has two.
const (
	maxChoices    = 8
	maxChoiceName = 32
)

// ParseChoices reads environments to count by name: a JSON object of facet expressions about client_side and
// server_side. An empty string is no choice. Errors are *QueryError.
func ParseChoices(raw string) ([]Choice, error) {
	if strings.TrimSpace(raw) == "" {
		return nil, nil
	}
	var named map[string]json.RawMessage
	if len(raw) > maxFacetBytes || json.Unmarshal([]byte(raw), &named) != nil || len(named) > maxChoices {
		return nil, invalid("参数 choices 应为 JSON 对象，最多 %d 项，每项是一组筛选条件", maxChoices)
	}
	out := make([]Choice, 0, len(named))
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if name == "" || len(name) > maxChoiceName {
			return nil, invalid("参数 choices 的名称无效：%s", clip(name))
		}
		f, err := ParseFacetsExactly(string(named[name]))
		if err != nil {
			return nil, err
		}
		for _, g := range f.Groups {
			for _, all := range g.Any {
				if familyOf(all) != FamilyEnvironment {
					return nil, invalid("参数 choices 只支持 client_side 和 server_side")
				}
			}
		}
		out = append(out, Choice{Name: name, Groups: f.Groups})
	}
	return out, nil
}

// maxPairTokens bounds the combinations of loaders and game versions in a filter.
const maxPairTokens = 8192

func pairs(f Filter) int {
	loaders, versions := 0, 0
	for _, g := range f.LoaderGroups() {
		loaders += len(g.Any)
	}
	for _, g := range f.VersionGroups() {
		versions += len(g)
	}
	return loaders * versions
}

func parseAll(item json.RawMessage) (All, error) {
	var texts []string
	if item = bytes.TrimSpace(item); len(item) > 0 && item[0] == '[' {
		if err := json.Unmarshal(item, &texts); err != nil || len(texts) == 0 {
			return nil, invalid("筛选条件的第三层必须是非空的字符串数组")
		}
	} else {
		var one *string
		if err := json.Unmarshal(item, &one); err != nil || one == nil {
			return nil, invalid("每个筛选条件必须是字符串，例如 \"categories:fabric\"")
		}
		texts = []string{*one}
	}
	all := make(All, 0, len(texts))
	for _, t := range texts {
		term, err := parseTerm(t)
		if err != nil {
			return nil, err
		}
		all = append(all, term)
	}
	return all, nil
}

func parseTerm(text string) (Term, error) {
	text = stripSpaces(text)
	at := strings.IndexAny(text, ":=!<>")
	if at < 0 {
		return Term{}, invalid("筛选条件缺少运算符：%s", clip(text))
	}
	key := text[:at]
	op, value, ok := cutOp(text[at:])
	if !ok {
		return Term{}, invalid("筛选条件的运算符无效：%s", clip(text))
	}
	field, ok := fieldOf(key)
	if !ok {
		return Term{}, invalid("不支持的筛选字段：%s", clip(key))
	}
	if utf8.RuneCountInString(value) > maxValueRunes {
		return Term{}, invalid("筛选条件的值过长：%s", clip(text))
	}
	t := Term{Field: field, Op: op, Label: value, Value: NormalValue(value), Exact: strings.EqualFold(key, string(FieldProjectTypes))}
	if t.Value == "" {
		return Term{}, invalid("筛选条件缺少值：%s", clip(text))
	}
	switch {
	case field.Numeric():
		n, err := parseNumber(field, t.Label)
		if err != nil {
			return Term{}, err
		}
		t.Num = n
	case op > NotEqual:
		return Term{}, invalid("字段 %s 只支持等于和不等于", clip(key))
	case field == FieldOpenSource && t.Value != "true" && t.Value != "false":
		return Term{}, invalid("open_source 只能是 true 或 false")
	case field == FieldProjectID:
		t.Value = t.Label // ids are case-sensitive
	}
	return t, nil
}

func cutOp(s string) (Op, string, bool) {
	for _, o := range []struct {
		text string
		op   Op
	}{{"!=", NotEqual}, {">=", GreaterEqual}, {"<=", LessEqual}, {">", Greater}, {"<", Less}, {":", Equal}, {"=", Equal}} {
		if rest, ok := strings.CutPrefix(s, o.text); ok {
			return o.op, rest, true
		}
	}
	return 0, "", false
}

func fieldOf(key string) (Field, bool) {
	switch f := Field(strings.ToLower(key)); f {
	case FieldCategories, FieldDisplayCategories, FieldLoaders, FieldGameVersions, FieldProjectTypes, FieldClientSide, FieldServerSide,
		FieldEnvironment, FieldColor, FieldOpenSource, FieldLicense, FieldAuthor, FieldProjectID, FieldName, FieldSlug, FieldDownloads, FieldFollows, FieldCreated, FieldModified:
		return f, true
	case "versions":
		return FieldGameVersions, true
	case "project_type":
		return FieldProjectTypes, true
	case "title":
		return FieldName, true
	case "date_created", "created":
		return FieldCreated, true
	case "date_modified", "modified", "updated":
		return FieldModified, true
	default:
		return "", false
	}
}

// parseNumber reads a count, or a time as Unix seconds, RFC 3339 or a date.
func parseNumber(f Field, s string) (int64, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		if f == FieldDownloads || f == FieldFollows {
			return n, nil
		}
		if n > 1<<40 || n < -(1<<40) {
			return 0, invalid("时间超出范围：%s", clip(s))
		}
		return n * 1_000_000, nil
	}
	if f == FieldCreated || f == FieldModified {
		for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
			if t, err := time.Parse(layout, strings.ToUpper(s)); err == nil {
				return t.UnixMicro(), nil
			}
		}
		return 0, invalid("字段 %s 需要 Unix 秒数或 RFC 3339 时间：%s", f, clip(s))
	}
	return 0, invalid("字段 %s 需要整数：%s", f, clip(s))
}

// NormalValue is the form in which facet values are compared: lower case without spaces.
func NormalValue(s string) string {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || 'A' <= c && c <= 'Z' {
			return cases.Fold().String(stripSpaces(s))
		}
	}
	return s
}

func stripSpaces(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == 0 {
			return -1
		}
		return r
	}, s)
}
