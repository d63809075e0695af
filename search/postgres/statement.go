package postgres

import (
	"strconv"
	"strings"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// statement collects the parameters of one statement. Its text never contains user input.
type statement struct {
	schema string // quoted
	args   []any
}

func (s *statement) arg(v any, typ string) string {
	s.args = append(s.args, v)
	return "$" + strconv.Itoa(len(s.args)) + "::" + typ
}

func (s *statement) table(name string) string { return s.schema + "." + name }

// follows is a column of counted.
const follows = "coalesce(c.follows, 0)"

// counted is the documents d with their counters c. Where c is not used, the planner removes the join.
func (s *statement) counted() string {
	return s.table("search_docs") + " d left join " + s.table("counters") + " c on c.id = d.id"
}

// filter is a condition on search_docs d.
func (s *statement) filter(p search.Plan) string {
	out := []string{"true"}
	var hidden []string // project_id != one, many times: installed projects
	for _, c := range p.Clauses {
		if id, ok := onlyHides(c); ok {
			hidden = append(hidden, id)
			continue
		}
		out = append(out, s.clause(c))
	}
	if hidden != nil {
		out = append(out, "d.id <> all("+s.arg(hidden, "text[]")+")")
	}
	return strings.Join(out, " and ")
}

func onlyHides(c search.Clause) (string, bool) {
	if len(c.Any) != 1 || len(c.Any[0]) != 1 {
		return "", false
	}
	t := c.Any[0][0]
	return t.Value, t.Tokens == nil && t.Field == search.FieldProjectID && t.Op == search.NotEqual
}

func (s *statement) clause(c search.Clause) string {
	branches := make([]string, len(c.Any))
	for i, b := range c.Any {
		conds := make([]string, len(b))
		for j, cond := range b {
			conds[j] = s.cond(cond)
		}
		branches[i] = strings.Join(conds, " and ")
	}
	return "(" + strings.Join(branches, " or ") + ")"
}

func (s *statement) cond(c search.Cond) string {
	if c.Tokens != nil {
		has := "d.facets && " + s.arg(c.Tokens, "text[]")
		if c.Not {
			return "not (" + has + ")"
		}
		return has
	}
	op := map[search.Op]string{search.Equal: "=", search.NotEqual: "<>", search.Greater: ">", search.GreaterEqual: ">=", search.Less: "<", search.LessEqual: "<="}[c.Op]
	switch c.Field {
	case search.FieldProjectID:
		return "d.id " + op + " " + s.arg(c.Value, "text")
	case search.FieldName:
		return "d.name " + op + " " + s.arg(c.Value, "text")
	case search.FieldSlug:
		return "d.slug " + op + " " + s.arg(c.Value, "text")
	case search.FieldDownloads:
		return "d.downloads " + op + " " + s.arg(c.Num, "bigint")
	case search.FieldFollows:
		return follows + " " + op + " " + s.arg(c.Num, "bigint")
	case search.FieldCreated:
		return "d.created " + op + " " + s.arg(c.Num, "bigint")
	default:
		return "d.updated " + op + " " + s.arg(c.Num, "bigint")
	}
}

// terms is the condition that the document's terms match a tsquery.
func (s *statement) terms(tsquery string) string {
	return "d.terms @@ " + s.arg(tsquery, "tsquery")
}

// lexeme writes a lookup as tsquery. Terms contain only letters and digits.
func lexeme(l analysis.Lookup) string {
	if l.Prefix {
		return "'" + l.Term + "':*"
	}
	return "'" + l.Term + "'"
}

func allOf(ls []analysis.Lookup) string {
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = lexeme(l)
	}
	return "(" + strings.Join(out, "&") + ")"
}

func either(m analysis.Match) string { return "(" + allOf(m.Name) + "|" + allOf(m.Desc) + ")" }

// keysQuery matches where the whole query is a key or the beginning of one.
func keysQuery(f analysis.Formula) string {
	var out []string
	begun := map[string]bool{}
	for _, k := range f.Begun {
		begun[k.Term] = true
		out = append(out, lexeme(analysis.Lookup{Term: k.Term, Prefix: true}))
	}
	for _, k := range f.Equal {
		if !begun[k.Term] {
			out = append(out, lexeme(analysis.Lookup{Term: k.Term}))
		}
	}
	return strings.Join(out, "|")
}

// namesQuery matches where every token is in the names, wholeQuery where each is a whole word, textQuery where each
// is in names or description.
func namesQuery(f analysis.Formula) string {
	out := make([]string, len(f.Tokens))
	for i, t := range f.Tokens {
		out[i] = allOf(t.Match.Name)
	}
	return strings.Join(out, "&")
}

func wholeQuery(f analysis.Formula) string {
	out := make([]string, len(f.Tokens))
	for i, t := range f.Tokens {
		out[i] = lexeme(analysis.Lookup{Term: t.Whole})
	}
	return strings.Join(out, "&")
}

func textQuery(f analysis.Formula) string {
	out := make([]string, len(f.Tokens))
	for i, t := range f.Tokens {
		out[i] = either(t.Match)
	}
	return strings.Join(out, "&")
}

func leaveOutQuery(f analysis.Formula) string {
	out := make([]string, len(f.LeaveOuts))
	for i, ms := range f.LeaveOuts {
		parts := make([]string, len(ms))
		for j, m := range ms {
			parts[j] = either(m)
		}
		out[i] = "(" + strings.Join(parts, "&") + ")"
	}
	return strings.Join(out, "|")
}
