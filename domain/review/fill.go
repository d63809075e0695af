package review

import (
	"net/url"
	"strings"
)

// projectPlaceholders are the placeholders of every template.
func projectPlaceholders() []string {
	return []string{"PROJECT_TITLE", "PROJECT_SLUG", "PROJECT_SUMMARY", "PROJECT_URL", "SITE_URL"}
}

// fill replaces the placeholders of a template in one pass, so that a value is never searched for placeholders. own are
// the values of the option's fillers. A placeholder without a value becomes empty.
func fill(words, site string, f Facts, own map[string]string) string {
	return strings.TrimSpace(placeholder.ReplaceAllStringFunc(words, func(p string) string {
		switch id := strings.Trim(p, "%"); id {
		case "PROJECT_TITLE":
			return plain(f.Title)
		case "PROJECT_SLUG":
			return f.Slug // letters, digits and hyphens
		case "PROJECT_SUMMARY":
			return plain(f.Summary)
		case "PROJECT_URL":
			return site + "/project/" + f.ID
		case "SITE_URL":
			return site
		default:
			return own[id]
		}
	}))
}

// plain makes Markdown that displays a text of one line unchanged: nothing in it becomes a format, a link, a picture or
// HTML. An address becomes a link to itself.
func plain(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if u, err := url.Parse(s); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && !strings.ContainsAny(s, " <>\\\"`") {
		return "<" + s + ">"
	}
	var b strings.Builder
	for i, r := range s {
		rest := s[i:]
		switch {
		case strings.ContainsRune("\\`*_[]<>#|~&@", r),
			i == 0 && strings.ContainsRune("-+=", r),
			r == ':' && strings.HasPrefix(rest, "://"),
			r == '.' && strings.HasSuffix(strings.ToLower(s[:i]), "www"),
			(r == '.' || r == ')') && i > 0 && strings.Trim(s[:i], "0123456789") == "":
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
